/**
 * Who is here: sockets of this node, by person. The live channel keeps it; staff screens read the paths. Signals only:
 * nothing is stored, a restart forgets.
 */
export interface Present {
  /** Player id; null for a visitor. */
  readonly playerId: string | null;
  /** The page they are on; null until they said. */
  path: string | null;
}

export class Presence {
  readonly #sockets = new Map<string, Present>();

  join(socketId: string, playerId: string | null): void {
    this.#sockets.set(socketId, { playerId, path: null });
  }

  leave(socketId: string): void {
    this.#sockets.delete(socketId);
  }

  at(socketId: string, path: string): void {
    const present = this.#sockets.get(socketId);
    if (present) present.path = path;
  }

  /** People online: signed-in persons once each, however many tabs; visitors by socket. Bots hold no sockets. */
  online(): number {
    const persons = new Set<string>();
    let visitors = 0;
    for (const { playerId } of this.#sockets.values()) {
      if (playerId === null) visitors += 1;
      else persons.add(playerId);
    }
    return persons.size + visitors;
  }

  /** Everyone with the page they are on, in order of arrival. */
  everyone(): readonly Readonly<Present>[] {
    return [...this.#sockets.values()];
  }
}
