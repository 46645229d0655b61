import { afterEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../testing/fakes.ts';
import { OperatorMustAct } from '../process/exit.ts';
import { sql, type Db } from '../database/sql.ts';
import type { Sweep } from './feature.ts';
import type { Log } from '../process/ports.ts';
import { IDLE_LOOK_MS, LONGEST_REST_MS } from './due-sweeps.ts';
import { startSweeps } from './sweeps.ts';
import type { Sweeper } from './sweeps.ts';

const said: string[] = [];
const note = (_fields: Record<string, unknown>, message: string) => void said.push(message);
const log: Log = { child: () => log, debug: note, info: note, warn: note, error: note };
let clock = new FakeClock();
/** What the questions of sweeps are answered; an error: the database is away. */
let answers: boolean[] | Error = [];
let looks = 0;
const db = {
  one: () => {
    looks += 1;
    return answers instanceof Error ? Promise.reject(answers) : Promise.resolve({ answers });
  },
} as unknown as Db;
let sweeper: Sweeper | undefined;
let woken = 0;
const ended: Error[] = [];

function start(...sweeps: Sweep[]): Sweeper {
  clock = new FakeClock();
  woken = 0;
  said.length = 0;
  looks = 0;
  ended.length = 0;
  sweeper = startSweeps({
    db,
    clock,
    log,
    sweeps,
    onWork: () => (woken += 1),
    onMustStop: (error) => void ended.push(error),
  });
  return sweeper;
}

afterEach(async () => {
  const stopping = sweeper?.stop();
  await clock.advance(3_000);
  await stopping;
});

describe('sweeps', () => {
  test('run again at once while there is work, then at their interval', async () => {
    let work = 3;
    let runs = 0;
    const started = start({
      name: 's',
      everyMs: 1_000,
      run: () => {
        runs += 1;
        return Promise.resolve(work > 0 ? work-- && 1 : 0);
      },
    });
    await clock.advance(10);
    expect([runs, woken]).toEqual([4, 3]);
    await clock.advance(5_600);
    expect(runs).toBeGreaterThanOrEqual(9);
    expect(runs).toBeLessThanOrEqual(10);
    expect(started.health()['s']).toMatchObject({ done: 3, failures: 0 });
  });

  test('end the server when one finds that the operator must act, and not for any other error', async () => {
    const errors: Error[] = [new Error('a bug'), new OperatorMustAct('an older database')];
    start({ name: 's', everyMs: 100, run: () => Promise.reject(errors.shift() ?? new Error('later')) });
    await clock.advance(10);
    expect(ended).toEqual([]);
    await clock.advance(600);
    expect(ended.map(({ message }) => message)).toEqual(['an older database']);
  });

  test('back off no longer than they say', async () => {
    let fails = 0;
    const run = () => {
      fails += 1;
      return Promise.reject(new Error('no'));
    };
    start({ name: 's', everyMs: 1_000, mostBackoffMs: 1_000, run });
    await clock.advance(20_000);
    expect(fails).toBeGreaterThan(15);
  });

  test('never run twice at once', async () => {
    let inside = 0;
    let most = 0;
    start({
      name: 'slow',
      everyMs: 10,
      run: async () => {
        most = Math.max(most, ++inside);
        await clock.sleep(100);
        inside -= 1;
        return 0;
      },
    });
    await clock.advance(1_000);
    expect(most).toBe(1);
  });

  test('wait longer after each failure, do not affect the others, and recover', async () => {
    let fails = 0;
    let broken = true;
    let other = 0;
    const started = start(
      {
        name: 'bad',
        everyMs: 100,
        run: () => {
          if (!broken) return Promise.resolve(0);
          fails += 1;
          return Promise.reject(new Error('no'));
        },
      },
      {
        name: 'good',
        everyMs: 100,
        run: () => {
          other += 1;
          return Promise.resolve(0);
        },
      },
    );
    await clock.advance(10_000);
    expect(fails).toBeLessThanOrEqual(6);
    expect(other).toBeGreaterThan(80);
    expect(started.health()['bad']?.failures).toBe(fails);
    broken = false;
    await clock.advance(30_000);
    expect(started.health()['bad']?.failures).toBe(0);
  });

  test('stop on request, within 2 s even when one does not react', async () => {
    const started = start(
      {
        name: 'listens',
        everyMs: 10,
        run: async (signal) => {
          await clock.sleep(1e9, signal);
          return 0;
        },
      },
      { name: 'deaf', everyMs: 10, run: () => new Promise<number>(() => undefined) },
    );
    let stopped = false;
    const stopping = started.stop().then(() => (stopped = true));
    await clock.advance(1_900);
    expect(stopped).toBe(false);
    await clock.advance(200);
    await stopping;
    expect(said).toEqual(['sweeps did not stop in time']);
  });

  describe('with a question', () => {
    let runs = 0;
    const asking: Sweep = {
      name: 's',
      everyMs: 250,
      due: () => sql`false`,
      run: () => Promise.resolve(0 * (runs += 1)),
    };

    test('rest while it says no, and run when it says yes', async () => {
      runs = 0;
      answers = [false];
      start(asking);
      await clock.advance(1_000);
      const first = runs;
      await clock.advance(20_000);
      expect(runs).toBe(first);
      answers = [true];
      await clock.advance(IDLE_LOOK_MS);
      expect(runs).toBe(first + 1);
      // As without a question while it says yes.
      await clock.advance(5_000);
      expect(runs).toBeGreaterThan(first + 15);
    });

    test('are asked with the time of each look, and at once after a commit', async () => {
      const asked: number[] = [];
      answers = [false];
      const started = start({ ...asking, due: (now) => (asked.push(now), sql`false`) });
      await clock.advance(20_000);
      asked.length = 0;
      const before = clock.now();
      // In the middle of a pause.
      await clock.advance(IDLE_LOOK_MS + 200);
      const looked = asked.length;
      started.wake();
      await clock.advance(1);
      expect(asked.length).toBe(looked + 1);
      expect(asked.every((now) => now > before)).toBe(true);
    });

    test('run at their interval when the questions cannot be answered', async () => {
      runs = 0;
      answers = new Error('away');
      start(asking);
      await clock.advance(5_000);
      expect(runs).toBeGreaterThan(15);
      expect(said.filter((line) => line.startsWith('due sweeps not read'))).toHaveLength(1);
    });

    test('run now and then even if it never says yes', async () => {
      runs = 0;
      answers = [false];
      start(asking);
      await clock.advance(1_000);
      const first = runs;
      await clock.advance(LONGEST_REST_MS + IDLE_LOOK_MS);
      expect(runs).toBe(first + 1);
    });

    test('share one statement', async () => {
      answers = [false, false, false];
      start(asking, { ...asking, name: 't' }, { ...asking, name: 'u' });
      await clock.advance(15_000);
      looks = 0;
      await clock.advance(10_000);
      expect(looks).toBeLessThanOrEqual(10_000 / IDLE_LOOK_MS + 1);
    });
  });
});
