/**
 * Who is online: sockets of this node, by person. The live channel maintains it; staff screens read the paths. In memory only: a restart forgets.
 * People at other nodes are in nodes.ts.
 */
export interface OnlineSocket {
  /** Player id; null for a visitor. */
  readonly playerId: string | null;
  /** The page they are on; null until the client reports one. */
  path: string | null;
}

export interface OnlinePeople {
  /** Ids of signed-in people. */
  readonly players: ReadonlySet<string>;
  readonly visitors: number;
}

export const peopleOf = ({ players, visitors }: OnlinePeople): number => players.size + visitors;

export class Presence {
  readonly #sockets = new Map<string, OnlineSocket>();

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

  /** People at this node: signed-in persons once each, however many tabs; visitors by socket. Bots hold no sockets. */
  online(): OnlinePeople {
    const players = new Set<string>();
    let visitors = 0;
    for (const { playerId } of this.#sockets.values()) {
      if (playerId === null) visitors += 1;
      else players.add(playerId);
    }
    return { players, visitors };
  }

  /** Everyone with the page they are on, in order of arrival. */
  everyone(): readonly Readonly<OnlineSocket>[] {
    return [...this.#sockets.values()];
  }
}
