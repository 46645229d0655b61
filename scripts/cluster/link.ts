/** The network between a database server and etcd: a relay on a loopback port that can be cut. A cut connection is silent, as a pulled cable is. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { LOOPBACK } from './plan.ts';

export class Link {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isCut = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(port: number, to: number): Promise<Link> {
    const server = createServer();
    const link = new Link(server);
    server.on('connection', (near) => link.#relay(near, to));
    server.listen(port, LOOPBACK);
    await once(server, 'listening');
    return link;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.pause();
  }

  /** The connections of before are gone: both ends notice at their next packet. */
  heal(): void {
    this.#isCut = false;
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #relay(near: Socket, to: number): void {
    this.#hold(near);
    if (this.#isCut) return void near.pause();
    const far = connect(to, LOOPBACK);
    this.#hold(far);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => void into.write(chunk));
      from.once('close', () => {
        if (!this.#isCut) into.destroy();
      });
    }
  }

  #hold(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#open.delete(socket));
  }
}
