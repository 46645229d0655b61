/**
 * Paces a signal that goes to every socket of the node, such as the online count. A frame costs 8 µs (docs/scale.md): to 20,000 sockets each second it
 * would take a sixth of the node's thread, most of it while sockets come back after a restart. So it waits a millisecond for each socket, which is less
 * than a hundredth of the thread. Up to a thousand sockets that is below the second in which it is sent anyway. Used by live.ts.
 */
const PAUSE_MS_PER_SOCKET = 1;

export class SignalPace {
  #dueAt = 0;

  /** Whether the signal may be sent now; if so, it counts as sent. */
  take(now: number, sockets: number): boolean {
    if (now < this.#dueAt) return false;
    this.#dueAt = now + PAUSE_MS_PER_SOCKET * sockets;
    return true;
  }
}
