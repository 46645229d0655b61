/**
 * Shuts down a server that clients are connected to. server.ts begins it before closing anything and ends it last.
 *
 * Invariants: from `begin` on no socket of the live channel opens, so that reconnecting clients find the next node instead of this one; `end`
 * finishes by its deadline whatever clients do.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock, Log } from './ports.ts';

export interface DrainParts {
  /** Real time, also in tests. */
  readonly pace: Clock;
  readonly log: Log;
}

const POLL_MS = 25;
const REFUSED_UPGRADE =
  'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n';

export class Drain {
  readonly #parts: DrainParts;
  readonly #open = new Set<Duplex>();
  readonly #upgraded = new Set<Duplex>();
  #server: Server | null = null;
  #begun = false;

  constructor(parts: DrainParts) {
    this.#parts = parts;
  }

  /** Whether the server is stopping. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Tracks every connection of this server from now on. */
  watch(server: Server): void {
    this.#server = server;
    server.on('connection', (socket) => follow(this.#open, socket));
    server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => follow(this.#upgraded, socket));
  }

  /** From here on upgrades are answered with 503. Open sockets stay open: their owner closes them. */
  begin(): void {
    this.#begun = true;
    this.#server?.removeAllListeners('upgrade');
    this.#server?.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
      socket.on('error', () => undefined); // the client may be gone before it gets the answer
      socket.end(REFUSED_UPGRADE);
    });
  }

  /**
   * Runs `close`, which stops listening and resolves when the last connection is gone. Remaining sockets end at once, idle connections as they become
   * idle, requests under way after their answer, and everything else after `withinMs`.
   */
  async end(close: () => Promise<unknown>, withinMs: number): Promise<void> {
    const { pace, log } = this.#parts;
    let over = false;
    const closed = close().finally(() => (over = true));
    // A handshake that was under way when the sockets were closed.
    for (const socket of this.#upgraded) socket.destroy();
    const giveUpAt = pace.now() + withinMs;
    while (!over && pace.now() < giveUpAt) {
      this.#server?.closeIdleConnections();
      await Promise.race([closed, pace.sleep(POLL_MS)]);
    }
    if (!over) log.warn({ connections: this.#open.size }, 'requests aborted at the shutdown deadline');
    for (const socket of this.#open) socket.destroy();
    await closed;
  }
}

function follow(all: Set<Duplex>, socket: Duplex): void {
  all.add(socket);
  socket.once('close', () => all.delete(socket));
}
