/** Limits connections per address. A connection counts from its acceptance until it is closed. Used by live.ts. */
import type { Socket } from 'node:net';

export class AddressSlots {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  /** At most `most` simultaneous connections of one address. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Takes a slot for this connection and frees it when the connection itself closes, whatever was sent on it and however far its handshake came.
   * False if the address has no slot left.
   */
  take(address: string, connection: Socket): boolean {
    const taken = this.#taken.get(address) ?? 0;
    if (taken >= this.#most || connection.destroyed) return false;
    this.#taken.set(address, taken + 1);
    connection.once('close', () => this.#free(address));
    return true;
  }

  /** Whether any connection is open. */
  get any(): boolean {
    return this.#taken.size > 0;
  }

  #free(address: string): void {
    const left = (this.#taken.get(address) ?? 1) - 1;
    if (left > 0) this.#taken.set(address, left);
    else this.#taken.delete(address);
  }
}
