import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GAMES } from '@fairpot/contract/games/games';
import { FactEnvelope } from '@fairpot/contract/wire/live.schemas';
import { ManualPace } from '../../../testing/fakes.ts';
import { until } from '../../../testing/until.ts';
import { makeWorld } from '../../../testing/world.ts';
import type { World } from '../../../testing/world.ts';
import { writeFacts } from './facts.ts';
import type { FactPresenter, NewFact } from '../runner/feature.ts';
import { Relay, RESTING_POLL_MS } from './relay.ts';
import type { RelayParts } from './relay.ts';
import { sql } from '../database/sql.ts';
import { systemClock } from '../process/system-ports.ts';

/** Topics of two games. */
const [GAME, OTHER] = [GAMES[0].game, GAMES[1].game];

let world: World;
let relay: Relay;
let published: { envelope: FactEnvelope; playerId: string | null }[];
let present: FactPresenter['present'];

beforeAll(async () => {
  world = await makeWorld({ log: quiet() });
});
afterAll(() => world.close());
beforeEach(async () => {
  published = [];
  present = (_db, facts) => Promise.resolve(facts.map((f) => ({ type: f.type, from: 'presenter', v: f.version })));
  relay = makeRelay();
  await relay.start();
});

function makeRelay(own: Partial<RelayParts> = {}): Relay {
  return new Relay({
    db: world.db,
    clock: systemClock,
    log: quiet(),
    presenters: [{ topic: GAME, present: (db, facts) => present(db, facts) }],
    publish: (envelope, playerId) => void published.push({ envelope, playerId }),
    signal: () => undefined,
    busy: () => true,
    ...own,
  });
}

function quiet() {
  const nothing = () => undefined;
  const log = { child: () => log, debug: nothing, info: nothing, warn: nothing, error: nothing };
  return log;
}

function fact(type: string, extra: Partial<NewFact> = {}): NewFact {
  return { topic: 'chat', subject: 's', version: 1, type, body: { n: type }, ...extra };
}

/** Remembers its long pauses. */
class NotedPace extends ManualPace {
  readonly long: number[] = [];

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (ms >= 100) this.long.push(ms);
    return super.sleep(ms, signal);
  }
}

/** Writes a fact in a transaction that stays open; the returned function commits it. */
async function openTransaction(written: NewFact): Promise<() => Promise<void>> {
  let end: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const open = new Promise<void>((resolve) => (begun = resolve));
  const transaction = world.db.transaction(async (tx) => {
    await writeFacts(tx, [written], 5);
    begun();
    await new Promise<void>((resolve) => (end = resolve));
  });
  await open;
  return () => (end(), transaction);
}

const publish = (...facts: NewFact[]) => writeFacts(world.db, facts, 5);
const types = () => published.map(({ envelope }) => envelope.body.type);

/** Other worlds share the server: their short transactions hold the horizon for a moment. */
const pollUntil = (count: number, from = relay) =>
  until(async () => {
    await from.poll();
    return published.length >= count;
  });

describe('the relay', () => {
  test('publishes facts in order, each with its predecessor on the topic', async () => {
    const start = relay.head('chat', null);
    await publish(fact('a'), fact('b'), fact('c', { topic: OTHER }), fact('d'));
    await pollUntil(4);
    const [a, b, c, d] = published.map((t) => t.envelope);
    expect(types()).toEqual(['a', 'b', 'c', 'd']);
    expect([a?.prev, b?.prev, c?.prev, d?.prev]).toEqual([start, a?.seq, start, b?.seq]);
    expect([a, b, c, d].every((e) => FactEnvelope.safeParse(e).success)).toBe(true);
    expect(BigInt(b?.seq ?? 0) > BigInt(a?.seq ?? 0)).toBe(true);
    expect([relay.head('chat', null), relay.head(OTHER, null)]).toEqual([d?.seq, c?.seq]);
    expect(a).toMatchObject({ at: 5, body: { type: 'a', n: 'a' } });
  });

  test('publishes nothing from before its start, and nothing twice', async () => {
    await publish(fact('new'));
    await pollUntil(1);
    await relay.poll();
    expect(types()).toEqual(['new']);
  });

  test('does not lose a fact whose transaction took its id first and committed last', async () => {
    const commit = await openTransaction(fact('slow'));
    await publish(fact('fast'));
    await relay.poll();
    await relay.poll();
    // The fast one must wait: published now, the cursor would pass the slow one.
    expect(types()).toEqual([]);
    await commit();
    await pollUntil(2);
    expect(types()).toEqual(['slow', 'fast']);
  });

  test('publishes each committed fact once, in one order, with many concurrent transactions and some rollbacks', async () => {
    const one = (i: number) =>
      world.db
        .transaction(async (tx) => {
          await writeFacts(tx, [fact(`first ${i}`)], 5);
          await systemClock.sleep((i * 7) % 40);
          await writeFacts(tx, [fact(`second ${i}`)], 5);
          if (i % 5 === 0) throw new Error('rolled back');
        })
        .catch(() => undefined);
    const polling = pollUntil(64);
    await Promise.all(Array.from({ length: 40 }, (_, i) => one(i)));
    await polling;
    const kept = Array.from({ length: 40 }, (_, i) => i).filter((i) => i % 5 !== 0);
    expect([...types()].sort()).toEqual(kept.flatMap((i) => [`first ${i}`, `second ${i}`]).sort());
    for (const i of kept) expect(types().indexOf(`first ${i}`)).toBeLessThan(types().indexOf(`second ${i}`));
    const seqs = published.map(({ envelope }) => BigInt(envelope.seq));
    expect(seqs).toEqual([...seqs].sort((x, y) => (x < y ? -1 : 1)));
  });

  test('has bodies filled in as a batch, and skips what the presenter drops without a gap', async () => {
    const asked: number[] = [];
    present = (_db, facts) => {
      asked.push(facts.length);
      return Promise.resolve(facts.map((f) => (f.version === 2 ? null : { type: f.type, v: f.version })));
    };
    const rows = [1, 2, 3].map((version) => fact('t', { topic: GAME, version, body: null }));
    await world.db.transaction((tx) => writeFacts(tx, rows, 5));
    await pollUntil(2);
    expect(asked).toEqual([3]);
    expect(published.map((t) => t.envelope.body['v'])).toEqual([1, 3]);
    expect(published[1]?.envelope.prev).toBe(published[0]?.envelope.seq);
  });

  test('shows a gap when a presenter fails, and continues with the other topics', async () => {
    present = () => Promise.reject(new Error('a bug'));
    await world.db.transaction((tx) => writeFacts(tx, [fact('lost', { topic: GAME, body: null }), fact('chat')], 5));
    await pollUntil(1);
    present = (_db, facts) => Promise.resolve(facts.map((f) => ({ type: f.type })));
    await publish(fact('next', { topic: GAME, body: null }));
    await pollUntil(2);
    expect(types()).toEqual(['chat', 'next']);
    expect(published[1]?.envelope.prev).not.toBe('0');
  });

  test('sends a player’s facts to that player, with their own sequence, while followed', async () => {
    const mine = (playerId: string) => fact('mine', { topic: 'player', playerId });
    const [a, b] = [relay.head('player', 'ply_a'), relay.head('player', 'ply_b')];
    await publish(mine('ply_a'), mine('ply_b'), mine('ply_of_no_socket'), mine('ply_a'));
    await pollUntil(3);
    expect(published.map((t) => t.playerId)).toEqual(['ply_a', 'ply_b', 'ply_a']);
    expect(published.map((t) => t.envelope.prev)).toEqual([a, b, published[0]?.envelope.seq]);
    expect(relay.head('player', 'ply_b')).toBe(published[1]?.envelope.seq);
  });

  test('gives a returning player a head beyond what they missed', async () => {
    const mine = () => publish(fact('mine', { topic: 'player', playerId: 'ply_a' }));
    relay.head('player', 'ply_a');
    await mine();
    await pollUntil(1);
    const last = published[0]?.envelope.seq ?? '';
    relay.forget('ply_a');
    await mine();
    await publish(fact('after it'));
    await pollUntil(2);
    expect(types()).toEqual(['mine', 'after it']);
    expect(BigInt(relay.head('player', 'ply_a'))).toBeGreaterThan(BigInt(last));
  });

  test('gives a head beyond facts that were written while no relay ran', async () => {
    await publish(fact('before'));
    await pollUntil(1);
    const last = BigInt(published[0]?.envelope.seq ?? 0);
    expect(relay.head('chat', null)).toBe(String(last));
    await publish(fact('lost'));
    await world.db.run(sql`select pg_current_xact_id()`);
    const fresh = makeRelay();
    await until(async () => {
      await fresh.start(); // repeated while a transaction of another test holds the horizon
      return BigInt(fresh.head('chat', null)) > last;
    });
    const head = fresh.head('chat', null);
    expect(fresh.head(OTHER, null)).toBe(head);
    await publish(fact('next'));
    await pollUntil(2, fresh);
    expect(types()).toEqual(['before', 'next']);
    expect(published[1]?.envelope.prev).toBe(head);
  });

  test('polls, reads when woken without delay, and resumes when the database returns', async () => {
    const stop = new AbortController();
    const clock = new ManualPace(100);
    let away = false;
    const flaky = makeRelay({
      db: {
        ...world.db,
        many: (query) => (away ? Promise.reject(new Error('away')) : world.db.many(query)),
      },
      clock,
      busy: () => false,
    });
    await flaky.start();
    const running = flaky.run(stop.signal);
    await until(() => clock.rests === 1);
    await publish(fact('woken'));
    await until(() => {
      flaky.wake();
      return published.length === 1;
    });
    away = true;
    const before = clock.rests;
    await publish(fact('while away'));
    await until(() => {
      flaky.wake();
      return clock.rests > before + 2;
    });
    expect(types()).toEqual(['woken']);
    away = false;
    await until(() => {
      clock.pass();
      return published.length === 2;
    });
    expect(types()).toEqual(['woken', 'while away']);
    stop.abort();
    await running;
  });

  describe('at rest', () => {
    let pace: NotedPace;
    let stop: AbortController;
    let running: Promise<void>;
    let resting: Relay;
    beforeEach(async () => {
      pace = new NotedPace(100);
      stop = new AbortController();
      resting = makeRelay({ clock: pace, busy: () => false, hears: () => true });
      await resting.start();
      running = resting.run(stop.signal);
    });
    afterEach(async () => {
      stop.abort();
      await running;
    });

    const toRest = () =>
      until(() => {
        if (pace.long.at(-1) === RESTING_POLL_MS) return true;
        pace.pass();
        return false;
      });
    /** Its next pause after a call, in ms. */
    async function pauseAfterCall(): Promise<number | undefined> {
      const { length } = pace.long;
      resting.wake();
      await until(() => pace.long.length > length);
      return pace.long[length];
    }

    test('reads once after a call, and rests again', async () => {
      // A transaction of another world may be open at that moment.
      await until(async () => {
        await toRest();
        return (await pauseAfterCall()) === RESTING_POLL_MS;
      });
    });

    test('polls on while an open transaction may hold back what the call was about', async () => {
      await toRest();
      const commit = await openTransaction(fact('slow'));
      await publish(fact('fast'));
      expect(await pauseAfterCall()).toBeLessThan(RESTING_POLL_MS);
      await commit();
      await until(() => {
        pace.pass();
        return published.length === 2;
      });
      expect(types()).toEqual(['slow', 'fast']);
    });
  });

  test('an unknown topic or a player fact without a player cannot be stored', async () => {
    await expect(world.db.run(sql`select emit_fact('player', null, 's', 1, 't', '{}', 1)`)).rejects.toThrow();
    await expect(world.db.run(sql`select emit_fact('chat', 'ply_a', 's', 1, 't', '{}', 1)`)).rejects.toThrow();
  });
});
