/**
 * In a demo this agent connects the libraries to the simulator, whatever host they ask for: it opens a plain connection to one port of this
 * machine. Nothing else in the adapter knows of a simulator.
 */
import { Agent } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

export class LoopbackAgent extends Agent {
  readonly #port: number;

  constructor(port: number) {
    super({ keepAlive: true });
    this.#port = port;
  }

  override createConnection(): Duplex {
    return connect(this.#port, '127.0.0.1');
  }
}
