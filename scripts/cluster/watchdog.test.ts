/** The watchdog of a cluster's database servers, on a real pipe. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Watchdog } from './watchdog.ts';

const folder = mkdtempSync(join(tmpdir(), 'fp-dog-'));
const opened: Watchdog[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

/** A watchdog and the end of its pipe that Patroni would write to. */
function watched(name: string) {
  const path = join(folder, name);
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
  const expired = vi.fn<() => void>();
  const watchdog = new Watchdog(path, expired);
  watchdog.open();
  opened.push(watchdog);
  const fd = openSync(path, 'w');
  return { expired, write: (text: string) => writeSync(fd, text), end: () => closeSync(fd) };
}

test('expires after the time that Patroni names, also when its writer has ended', async () => {
  const { expired, write, end } = watched('hung');
  const began = performance.now();
  write('Ctimeout=1\n1');
  end();
  await vi.waitFor(() => expect(expired).toHaveBeenCalledOnce(), 10_000);
  expect(performance.now() - began).toBeGreaterThan(990);
});

test('a sign of life begins the time again, and V disarms it', async () => {
  const [alive, disarmed, hung] = [watched('alive'), watched('disarmed'), watched('hung')];
  for (const { write } of [alive, disarmed, hung]) write('Ctimeout=1\n1');
  disarmed.write('V');
  const signs = setInterval(() => alive.write('1'), 100);
  await vi.waitFor(() => expect(hung.expired).toHaveBeenCalledOnce(), 10_000);
  clearInterval(signs);
  expect([alive.expired.mock.calls, disarmed.expired.mock.calls]).toEqual([[], []]);
});
