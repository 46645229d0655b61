import { afterEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../../testing/fakes.ts';
import { OperatorMustAct } from '../process/exit.ts';
import { sql, type Db } from '../database/sql.ts';
import type { Sweep } from './feature.ts';
import type { Log } from '../process/ports.ts';
import { BUSY_MS, LOOK_MS, LONGEST_REST_MS } from './due-sweeps.ts';
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
let isAttended = false;
let hears = true;
const ended: Error[] = [];

function start(...sweeps: Sweep[]): Sweeper {
  clock = new FakeClock();
  woken = 0;
  said.length = 0;
  looks = 0;
  ended.length = 0;
  hears = true;
  sweeper = startSweeps({
    db,
    clock,
    log,
    sweeps,
    attended: () => isAttended,
    hears: () => hears,
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
    start({ name: 's', everyMs: 1_000, maxBackoffMs: 1_000, run });
    await clock.advance(20_000);
    expect(fails).toBeGreaterThan(15);
  });

  test('run at the instant at which they know of work, if it comes before the end of the pause', async () => {
    const ran: number[] = [];
    const known = [130, 5_000, 120, null];
    let nextAt: number | null = null;
    const run = () => {
      ran.push(clock.now());
      const after = known[ran.length - 1] ?? null;
      nextAt = after === null ? null : clock.now() + after;
      return Promise.resolve(0);
    };
    start({ name: 's', everyMs: 500, nextAt: () => nextAt, run });
    await clock.advance(2_000);
    const pauses = ran.slice(1).map((at, n) => at - (ran[n] ?? 0));
    expect([pauses[0], pauses[2]]).toEqual([130, 120]);
    for (const usual of [pauses[1], pauses[3]]) expect(Math.abs((usual ?? 0) - 500)).toBeLessThanOrEqual(50);
  });

  test('keep the pause after a failure, whatever they knew before', async () => {
    let fails = 0;
    const run = () => {
      fails += 1;
      return Promise.reject(new Error('no'));
    };
    start({ name: 's', everyMs: 500, nextAt: () => clock.now(), run });
    await clock.advance(800);
    expect(fails).toBe(1);
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

  describe('with a question, once the site is idle', () => {
    let runs: string[] = [];
    const asking = (name: string, more: Partial<Sweep> = {}): Sweep => ({
      name,
      everyMs: 250,
      due: () => sql`false`,
      run: () => Promise.resolve(runs.push(name) * 0),
      ...more,
    });
    const idle = async (...sweeps: Sweep[]) => {
      answers = sweeps.map(() => false);
      const started = start(...sweeps);
      await clock.advance(BUSY_MS + LOOK_MS);
      runs = [];
      return started;
    };
    const ranAt = (name: string) => runs.filter((each) => each === name).length;

    test('rest while it says no; when one says yes, all run at their intervals again', async () => {
      await idle(asking('a'), asking('b'));
      await clock.advance(20_000);
      expect(runs).toEqual([]);
      answers = [false, true];
      await clock.advance(LOOK_MS);
      expect(new Set(runs)).toEqual(new Set(['a', 'b']));
      answers = [false, false];
      await clock.advance(BUSY_MS / 2);
      expect(ranAt('a')).toBeGreaterThan(15);
      await clock.advance(BUSY_MS);
      runs = [];
      await clock.advance(20_000);
      expect(runs).toEqual([]);
    });

    test('run at once after a commit, without a look, and rest no more while commits follow', async () => {
      const started = await idle(asking('a'));
      await clock.advance(LOOK_MS / 2);
      looks = 0;
      started.wake();
      await clock.advance(1);
      expect(ranAt('a')).toBe(1);
      for (let i = 0; i < 10; i++) {
        await clock.advance(BUSY_MS / 2);
        started.wake();
      }
      expect(ranAt('a')).toBeGreaterThan(150);
      expect(looks).toBeLessThanOrEqual(6);
    });

    test('are asked with the time of each look, and at once when something happens', async () => {
      const asked: number[] = [];
      const started = await idle(asking('a', { due: (now) => (asked.push(now), sql`false`) }));
      await clock.advance(LOOK_MS / 2);
      asked.length = 0;
      started.look();
      await clock.advance(1);
      expect(asked).toEqual([clock.now() - 1 + LOOK_MS]);
      expect(runs).toEqual([]);
    });

    test('that keep something up run when they are due, and wake no other', async () => {
      await idle(asking('upkeep', { isUpkeep: true }), asking('a'));
      answers = [true, false];
      await clock.advance(10 * LOOK_MS);
      expect(ranAt('upkeep')).toBeGreaterThanOrEqual(9);
      expect(ranAt('upkeep')).toBeLessThanOrEqual(11);
      expect(ranAt('a')).toBe(0);
    });

    test('call the readers of facts after their work, if they are not upkeep', async () => {
      let work = 0;
      const run = () => Promise.resolve(work-- > 0 ? 1 : 0);
      const due = () => sql`false`;
      await idle(asking('upkeep', { isUpkeep: true, due, run }), asking('a', { due, run }));
      for (const [answer, calls] of [
        [[true, false], 0],
        [[false, true], 1],
      ] as const) {
        [work, woken, answers] = [1, 0, [...answer]];
        await clock.advance(LOOK_MS);
        expect([work < 1, woken]).toEqual([true, calls]);
        answers = [false, false];
        await clock.advance(BUSY_MS + LOOK_MS);
      }
    });

    test('know whether people are connected', async () => {
      isAttended = true;
      const seen: boolean[] = [];
      await idle(asking('a', { due: (_, attended) => (seen.push(attended), sql`false`) }));
      isAttended = false;
      await clock.advance(LOOK_MS);
      expect([seen[0], seen.at(-1)]).toEqual([true, false]);
    });

    test('never rest while the node does not hear others, and are not asked', async () => {
      await idle(asking('a'));
      hears = false;
      await clock.advance(LOOK_MS);
      looks = 0;
      runs = [];
      await clock.advance(3 * BUSY_MS);
      expect(ranAt('a')).toBeGreaterThan(100);
      expect(looks).toBe(0);
    });

    test('run at their interval when the questions cannot be answered', async () => {
      await idle(asking('a'));
      answers = new Error('away');
      await clock.advance(3 * BUSY_MS);
      expect(ranAt('a')).toBeGreaterThan(90);
      expect(said.filter((line) => line.startsWith('due sweeps not read'))).toHaveLength(1);
    });

    test('run now and then even if it never says yes', async () => {
      await idle(asking('a'));
      await clock.advance(LONGEST_REST_MS + LOOK_MS);
      expect(runs).toEqual(['a']);
    });

    test('share one statement', async () => {
      await idle(asking('a'), asking('b'), asking('c'));
      looks = 0;
      await clock.advance(10_000);
      expect(looks).toBeLessThanOrEqual(10_000 / LOOK_MS);
    });
  });
});
