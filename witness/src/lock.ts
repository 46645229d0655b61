/**
 * One process per state file: a socket next to it, which the kernel closes when its owner dies, for whatever reason.
 */
import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { dirname, relative, resolve } from 'node:path';
import { WitnessRefused } from './refused.ts';

/** Maximum length of a unix socket path on every system. */
const MAX_PATH = 100;

/** Holds the lock until the returned function is called. */
export async function lockState(stateFile: string): Promise<() => Promise<void>> {
  await mkdir(dirname(resolve(stateFile)), { recursive: true, mode: 0o700 });
  const absolute = `${resolve(stateFile)}.lock`;
  const near = relative(process.cwd(), absolute);
  const path = absolute.length <= MAX_PATH ? absolute : near;
  if (path.length > MAX_PATH) throw new WitnessRefused(`the path of ${stateFile} is too long: give a shorter --state`);
  if (await someoneListens(path)) throw new WitnessRefused(`another witness is running on ${stateFile}`);
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done, reject) => {
    server.once('error', reject);
    server.listen(path, done);
  });
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

function someoneListens(path: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = createConnection(path, () => {
      probe.destroy();
      done(true);
    });
    probe.on('error', () => done(false));
  });
}
