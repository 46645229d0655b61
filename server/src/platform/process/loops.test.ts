import { expect, test } from 'vitest';
import { openPool } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import { Loops } from './loops.ts';

test('a loop continues after any failure; a database outage logs one warning a minute', async () => {
  const lines: string[] = [];
  const note = (level: string) => (fields: object, text?: string) =>
    void lines.push(`${level} ${JSON.stringify({ ...fields, err: undefined })} ${text ?? ''}`);
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const nowhere = openPool({ url: 'postgres://x@127.0.0.1:9/x' });
  const away = async () => (await nowhere.many(sql`select 1`)).length > 0;
  const fails = () => Promise.reject(new Error('ours'));
  const works = () => Promise.resolve(false);
  const more = () => Promise.resolve(true);
  const steps = [works, ...Array.from({ length: 14 }, () => away), works, more, fails, fails, away, works];
  const stop = new AbortController();
  let now = 0;
  const clock = {
    now: () => now,
    sleep: (ms: number) => {
      now += ms;
      return Promise.resolve();
    },
  };
  const loops = new Loops({ clock, log }, 'worker', stop.signal);
  await loops.run(5_000, { network: 'bitcoin' }, () => {
    const step = steps.shift();
    if (steps.length === 0) stop.abort();
    return (step ?? works)();
  });
  await nowhere.close();
  const about = '{"network":"bitcoin"}';
  expect(lines).toEqual([
    `warn ${about} worker: database unavailable`,
    `warn ${about} worker: database unavailable`,
    'info {} worker: database available again',
    `error ${about} worker: failed; retrying`,
    `error ${about} worker: failed; retrying`,
    `warn ${about} worker: database unavailable`,
    'info {} worker: database available again',
  ]);
  expect(now, 'no sleep while more work is due').toBe(20 * 5_000);
});

test('all loops of a process report a database outage together', async () => {
  const lines: string[] = [];
  const note = (_: object, text?: string) => void lines.push(text ?? '');
  const log = { info: note, warn: note, error: note };
  const nowhere = openPool({ url: 'postgres://x@127.0.0.1:9/x' });
  const stop = new AbortController();
  const loops = new Loops({ clock: { now: () => 0, sleep: () => Promise.resolve() }, log }, 'worker', stop.signal);
  let turns = 0;
  const away = async () => {
    turns += 1;
    if (turns === 12) stop.abort();
    return (await nowhere.many(sql`select 1`)).length > 0;
  };
  await Promise.all([1, 2, 3].map(() => loops.run(1, {}, away)));
  await nowhere.close();
  expect(lines).toEqual(['worker: database unavailable']);
});
