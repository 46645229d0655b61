/** Viewers whose sockets reconnect as a page does: many, from many addresses of this machine, because the site accepts twenty sockets per address. */
import { WebSocket } from 'ws';

const PER_ADDRESS = 20;
const RETRY_MS = { least: 200, most: 1_500 };
const AT_ONCE = 25;

/** Engine.IO 4 by hand, as in spectator.ts. */
export class Viewers {
  readonly #url: string;
  readonly #ca: string;
  readonly #open = new Set<WebSocket>();
  #ended = false;
  /** How often a connection was lost. */
  lost = 0;

  /** `url`: wss://HOST:PORT of the site. `ca`: the certificate that it has. */
  constructor(url: string, ca: string) {
    this.#url = url;
    this.#ca = ca;
  }

  /** Viewers whose subscription the site has accepted. */
  get connected(): number {
    return this.#open.size;
  }

  async come(count: number): Promise<void> {
    for (let from = 0; from < count; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => this.#follow(from + i));
      await Promise.all(some);
    }
  }

  leave(): void {
    this.#ended = true;
    for (const socket of this.#open) socket.terminate();
  }

  /** Resolves at the first accepted subscription; connects again whenever the connection ends. */
  #follow(number: number): Promise<void> {
    return new Promise((resolve) => {
      const localAddress = `127.2.0.${1 + Math.floor(number / PER_ADDRESS)}`;
      const again = () => {
        const wait = RETRY_MS.least + ((number * 7_919) % (RETRY_MS.most - RETRY_MS.least));
        if (!this.#ended) setTimeout(connect, wait);
      };
      const connect = () => {
        const address = `${this.#url}/api/socket.io/?EIO=4&transport=websocket`;
        const socket = new WebSocket(address, { localAddress, ca: this.#ca, perMessageDeflate: false });
        socket.on('error', () => undefined); // its close follows
        socket.on('close', () => {
          if (this.#open.delete(socket)) this.lost += 1;
          again();
        });
        socket.on('message', (data: Buffer) => {
          const start = data.toString('latin1', 0, 3);
          if (start.startsWith('0')) socket.send('40');
          else if (start.startsWith('2')) socket.send('3');
          else if (start.startsWith('40')) socket.send('420["subscribe",["coinflip"]]');
          else if (start.startsWith('43')) {
            this.#open.add(socket);
            resolve();
          }
        });
      };
      connect();
    });
  }
}
