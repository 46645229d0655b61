/** Sets how far the movable clock of a process is ahead of the machine's. Used by site.ts and by the soak (fast-site.ts). */
import type { ChildProcess } from 'node:child_process';

const AGAIN_MS = 250;

/** Resolves when the process has confirmed it, or has exited. Repeats until then, because a starting process has no listener yet. */
export function sendOffset(server: ChildProcess, offsetMs: number): Promise<void> {
  return new Promise((resolve) => {
    const heard = (message: { offsetMs: number }) => {
      if (message.offsetMs === offsetMs) done();
    };
    const done = () => {
      clearInterval(timer);
      server.off('message', heard);
      server.off('exit', done);
      resolve();
    };
    const send = () => {
      if (server.connected) server.send({ offsetMs }, () => undefined);
    };
    const timer = setInterval(send, AGAIN_MS);
    server.on('message', heard);
    server.once('exit', done);
    if (server.exitCode !== null || server.signalCode !== null) return done();
    send();
  });
}
