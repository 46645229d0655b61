/** Telling a server whose clock can be moved how far it is ahead of the machine. Used by site.ts and by the soak (fast-site.ts). */
import type { ChildProcess } from 'node:child_process';

const AGAIN_MS = 250;

/** Done when the server has heard of it, or is gone. Repeated until then: a process that is just starting has nobody listening yet. */
export function tellClock(server: ChildProcess, offsetMs: number): Promise<void> {
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
