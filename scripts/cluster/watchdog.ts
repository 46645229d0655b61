/**
 * The watchdog of one database server. A process cannot have /dev/watchdog, so this is a named pipe and a timer. Patroni writes to the pipe with its
 * own code for a watchdog (`driver: testing`): the time it computes from `ttl` and `safety_margin`, a sign of life after each renewal of its lock, and
 * the letter that disarms it. A process that ends without that letter leaves the timer running, as with the kernel's device.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { Socket } from 'node:net';

/** What Patroni writes: a new time in seconds, `V` to disarm, or a sign of life. */
const WRITTEN = /Ctimeout=(\d+)\n|V|1/g;
/** As the kernel's, until Patroni names another time. */
const FIRST_TIMEOUT_S = 60;

export class Watchdog {
  readonly #path: string;
  readonly #onExpired: () => void;
  #pipe: Socket | null = null;
  #timeoutMs = FIRST_TIMEOUT_S * 1_000;
  #timer: NodeJS.Timeout | undefined;

  /** `onExpired`: called when an armed watchdog had no sign of life for its time; it is disarmed then. */
  constructor(path: string, onExpired: () => void) {
    this.#path = path;
    this.#onExpired = onExpired;
  }

  /** Call it before Patroni starts: Patroni cannot open a pipe that has no reader. */
  open(): void {
    // For writing too, so that the pipe does not end with its writer.
    const fd = openSync(this.#path, constants.O_RDWR | constants.O_NONBLOCK);
    try {
      this.#pipe = new Socket({ fd, writable: false });
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    this.#pipe.on('data', (written) => this.#read(written.toString('latin1')));
  }

  disarm(): void {
    clearTimeout(this.#timer);
  }

  close(): void {
    this.disarm();
    this.#pipe?.destroy();
  }

  #read(written: string): void {
    for (const [command, seconds] of written.matchAll(WRITTEN)) {
      this.disarm();
      if (seconds !== undefined) this.#timeoutMs = Number(seconds) * 1_000;
      if (command !== 'V') this.#timer = setTimeout(this.#onExpired, this.#timeoutMs);
    }
  }
}
