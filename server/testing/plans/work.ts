/** What else reads the database: rounds of every game, every query with generated inputs, and the other processes. */
import { hasPermission } from '@fairpot/contract/wire/permissions';
import type { Query } from '@fairpot/contract/wire/call.schemas';
import { z } from 'zod';
import { keyResolver } from '../../src/accounts/keys/keys.ts';
import { liveSessions } from '../../src/accounts/sessions.ts';
import { Relay } from '../../src/platform/live/relay.ts';
import { publishDue, type PublishStep } from '../../src/solvency/publish.ts';
import { systemClock } from '../../src/platform/process/system-ports.ts';
import { Refused } from '../../src/platform/runner/refused.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import type { PlayedSample } from '../cases/case.ts';
import { sweepOnce } from '../cases/sweep-case.ts';
import * as places from '../cases/places.ts';
import { payoutStored } from '../crypto/withdrawals/withdrawals.fixture.ts';
import { KnownTexts } from '../fuzz/known-texts.ts';
import { sampleOf, type JsonSchema } from '../fuzz/schema.ts';
import { finishRound, makeLockedRound, makePlayers, SAMPLES } from '../games/samples.fixture.ts';
import { paidPlayer } from '../stages/players.ts';
import { sql, type Sql } from '../../src/platform/database/sql.ts';
import type { World } from '../world.ts';
import { openWithdrawal, paidOrder, paidWithdrawal } from './crypted.ts';
import { PLANNED_KEY } from './played.ts';
import { receivedDeposit } from './traded.ts';

/** A settled round of each game, one of personas and one cancelled where there are such, and what waits for the books. */
export async function playAgain(world: World, { player, admin }: PlayedSample): Promise<void> {
  for (const sample of SAMPLES) {
    await makeLockedRound(sample, world, await makePlayers(sample, world, [player]));
    if (sample.many && sample.script)
      await makeLockedRound(sample, world, await makePlayers(sample, world, [], { isBot: true }), admin);
    await finishRound(sample, world);
    await sample.cancel?.(world, await sample.open(world, player), player);
  }
  await receivedDeposit(world, await paidPlayer(world, 100_000), 1_100, 'in time');
  await paidOrder(world, await paidPlayer(world, 100_000));
  await paidWithdrawal(world, await paidPlayer(world, 100_000));
}

const FAR_BACK = 20_000;
const CURSORS = ['before', 'after'];

/** Valid inputs of a query: the least, one that continues a list far back, and one with every field. */
export function inputsOf({ input }: Query, known: KnownTexts): object[] {
  const schema = z.toJSONSchema(input, { io: 'input' }) as JsonSchema;
  const full = sampleOf(schema, known.oneOf) as Record<string, unknown>;
  for (const name of CURSORS) if (typeof full[name] === 'number') full[name] = FAR_BACK;
  const only = (names: readonly string[]) =>
    Object.fromEntries(Object.entries(full).filter(([name]) => names.includes(name)));
  const needed = schema.required ?? [];
  const all = [only(needed), only([...needed, ...CURSORS]), full];
  return all.filter((each, at) => Object.keys(each).length > Object.keys(all[at - 1] ?? { '': 1 }).length || at === 0);
}

/** Ids of what was played, and places far back in each list. */
export function knownTexts(played: PlayedSample): KnownTexts {
  const { ROUND, TICKET, TRADE, CRYPTO_ORDER, CRYPTO_WITHDRAWAL, START, MIDST } = places;
  const known = new KnownTexts();
  known.add({ ...played, roundId: ROUND, userId: played.player.id });
  known.add([ROUND, TICKET, TRADE, CRYPTO_ORDER, CRYPTO_WITHDRAWAL, `${MIDST}.m.1`], 'before');
  known.add([`${START - 35_000 * 60_000}.${ROUND}`, `${START}.50000`, `${START - 35_000 * 60_000}-${ROUND}`], 'before');
  return known;
}

/** Who may ask. */
export const askerOf = ({ permission }: Query, { player, admin }: PlayedSample): Actor =>
  hasPermission('USER', permission) ? player : { ...player, status: admin.status };

/** Asks; returns null if the input was refused. */
export async function answerOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** Sessions, keys, the relay, facts without a body, gauges. */
export async function serve({ deps, features, clock }: World, { sessionId }: PlayedSample): Promise<void> {
  await liveSessions(deps.db, [sessionId, 'f'.repeat(64)], clock.now(), 'demo');
  await keyResolver(deps)(PLANNED_KEY, '198.51.100.9');
  const silent = { presenters: [], publish: () => undefined, signal: () => undefined, busy: () => false };
  await new Relay({ ...deps, clock: systemClock, ...silent }).poll();
  for (const { gauges, presenters = [] } of features) {
    await gauges?.();
    for (const presenter of presenters) {
      const at = SAMPLES.findIndex(({ game }) => game === presenter.topic);
      const subjects = at < 0 ? [`cht_7${String(9_999_000).padStart(25, '0')}`] : places.copiesOf(at, 10, 1_000);
      const type = at < 0 ? `${presenter.topic}.posted` : `${presenter.topic}.settled`;
      await presenter.present(
        deps.db,
        subjects.map((subject) => ({ subject, version: 1, type, at: clock.now() })),
      );
    }
  }
}

/** What the trade worker, the chain watcher and the signer ask and tell by their own functions. */
export async function otherProcesses(world: World): Promise<void> {
  const { db, clock } = world;
  for (const source of ['coingecko', 'kraken']) await sweepOnce(world.features, `crypto.rates.${source}`);
  const withdrawal = await openWithdrawal(world, await paidPlayer(world, 100_000));
  const now = clock.now();
  const txid = 'ab'.repeat(32);
  const payout = { txid, raw: 'aa', expiresAt: null, nonce: 7, inputs: ['x:0'] };
  const statements: readonly Sql[] = [
    sql`select exists (select from trade_orders where due_at <= ${now} and lease_until <= ${now})`,
    sql`select trade_claim('plans', ${now}, ${now + 1}, 10)`,
    sql`select steam_check_any(${now})`,
    sql`select steam_check_claim(${now}, ${now + 1}, 10)`,
    sql`select crypto_watch_any('bitcoin', ${now}, ${now})`,
    sql`select crypto_watch_any('tron', ${now}, ${now})`,
    sql`select crypto_look('bitcoin', ${now}, 1000, 50)`,
    sql`select crypto_checked('tron', c.txid, c.idx, null, 1000, ${now}) from crypto_checks('tron', ${now}, 5) c`,
    sql`select crypto_weigh('tron', ${now}, 3)`,
    sql`select crypto_payout_checked('tron', c.txid, null, 1000, ${now})
      from crypto_payout_checks('tron', ${now}, 5) c`,
    sql`select crypto_lost('tron', array[${'0'.repeat(64)}::text], ${now})`,
    sql`select crypto_rewind('tron', height, hash, height - 1, 'before', ${now}) from crypto_networks
      where network = 'tron'`,
    sql`select payout_claim('tron', ${now}, ${now + 1}, 10)`,
    payoutStored(withdrawal, payout, '1e18', now),
    sql`select payout_sent(${withdrawal}, ${txid}, ${now})`,
    sql`select payout_dead(${withdrawal}, ${txid}, null, ${now})`,
    sql`select payout_refuse(${withdrawal}, 'ADDRESS', ${now})`,
  ];
  for (const each of statements) await db.many(each);
}

/** A solvency statement, up to where everything is read: after that it hashes for most of a minute. */
export async function readAll(deps: World['deps']): Promise<void> {
  const read = new Error('everything read');
  const onStep = (step: PublishStep) => {
    if (step === 'read') throw read;
  };
  await publishDue({ deps, onStep }, new AbortController().signal).catch((error: unknown) => {
    if (error !== read) throw error;
  });
}
