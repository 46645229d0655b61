/** The table of trade states and the database agree: tries every pair of states, of each kind, booked and not. */
import { cents } from '@fairpot/contract/wire/money';
import {
  canMoveTo,
  bookingDue,
  phaseOf,
  statesIn,
  TRADE_COMPLETE,
  TRADE_KINDS,
  TRADE_STATES,
  TRADE_TABLE,
  type TradeOrderState,
  type TradeKind,
  type TradePhase,
} from '@fairpot/contract/trades/states';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlState } from '../platform/database/db.ts';
import { sql, type Tx } from '../platform/database/sql.ts';
import { countArrived } from '../protection/front.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { slugOf } from '../../testing/item-types.ts';
import { makeTradeDesk, type TradeDesk } from '../../testing/trades/desk.fixture.ts';
import { codeOf } from './rules.ts';
import { openOrder } from './store.ts';

let desk: TradeDesk;
let player: Actor;
beforeAll(async () => {
  desk = await makeTradeDesk();
  player = await desk.player();
});
afterAll(() => desk.close());

const CENTS = 1_000;
const run = (tx: Tx, text: string) => tx.run({ text, values: [] });

/** An order of one item in the database, as a player opens it. */
async function opened(tx: Tx, kind: TradeKind, asset = '424242'): Promise<string> {
  const { ids, random } = desk.world.deps;
  const now = desk.world.clock.now();
  const id = ids.next('trade');
  const names = { id, kind, player_id: player.id, code: codeOf(kind, random.bytes(8)) };
  const whom = { partner: '76561190000000001', token: 'abcdefgh', app_id: 730, to_balance: false };
  if (kind === 'DEPOSIT') await countArrived(tx, { source: id, playerId: player.id, cents: CENTS });
  await openOrder(tx, { ...names, ...whom, cents: cents(CENTS), created_at: now, expires_at: now + 1 }, [
    {
      ...{ context_id: '2', asset_id: asset, item_type: slugOf(CENTS), market_hash_name: 'x' },
      ...{ cents: CENTS, back_cents: 0, item_id: null },
    },
  ]);
  return id;
}

/** Puts the order into its start state, bypassing every guard. */
async function put(tx: Tx, id: string, { state, booked }: TradeOrderState): Promise<void> {
  const isOpen = phaseOf(state) === 'OPEN';
  await run(tx, 'set constraints all immediate');
  await run(tx, 'set local session_replication_role = replica');
  await tx.run(sql`update trade_orders set state = ${state}, slot = ${isOpen ? 1 : null}, trade_id = '9',
    booked_at = ${booked ? 1 : null}::bigint where id = ${id}`);
  await tx.run(sql`update trade_order_items set open = ${isOpen} where order_id = ${id}`);
  await run(tx, 'set local session_replication_role = origin');
}

interface Row {
  readonly state: string;
  readonly hasSlot: boolean;
  readonly isOpen: boolean;
  readonly isDue: boolean;
  readonly late: boolean;
  readonly ordered: number;
}

const rowOf = (tx: Tx, id: string) =>
  tx.one<Row>(sql`
    select o.state, o.slot is not null as "hasSlot", i.open as "isOpen", o.books_due as "isDue", o.late,
      (select ordered_cents from trade_holdings) as ordered
    from trade_orders o join trade_order_items i on i.order_id = o.id where o.id = ${id}`);

/** Moves the order as the trade worker does. Returns its state, or the SQL state if the database refuses. */
async function tried(tx: Tx, id: string, from: string, change: object): Promise<Row | string> {
  await run(tx, 'savepoint tried');
  try {
    const { moved } = await tx.one<{ moved: boolean }>(sql`
      select trade_move(${id}, array[${from}::text], null, ${JSON.stringify(change)}::jsonb, 5) as moved`);
    expect(moved).toBe(true);
    await run(tx, 'set constraints all immediate');
    return await rowOf(tx, id);
  } catch (error) {
    return sqlState(error) ?? String(error);
  } finally {
    await run(tx, 'rollback to savepoint tried');
  }
}

class RolledBack extends Error {}

/** Runs the work in a transaction that is rolled back. */
async function undone(work: (tx: Tx) => Promise<void>): Promise<void> {
  const all = desk.world.db.transaction(async (tx) => {
    await work(tx);
    throw new RolledBack();
  });
  await expect(all).rejects.toBeInstanceOf(RolledBack);
}

const standings = TRADE_KINDS.flatMap((kind) =>
  TRADE_STATES.flatMap((state) => [false, true].map((booked): TradeOrderState => ({ kind, state, booked }))),
);
/** What an order adds to the trading account's expected holdings. */
const orderedOf = ({ kind, state, booked }: TradeOrderState) =>
  kind === 'DEPOSIT' && !booked && !['FAILED', 'REVERSED'].includes(phaseOf(state)) ? CENTS : 0;

test.each(TRADE_KINDS)('a %s goes from each state to those of the table and to no other', async (kind) => {
  const wrong: string[] = [];
  await undone(async (tx) => {
    const id = await opened(tx, kind);
    for (const from of standings.filter((each) => each.kind === kind)) {
      await put(tx, id, from);
      const before = await rowOf(tx, id);
      for (const state of TRADE_STATES.filter((each) => each !== from.state)) {
        const seen = await tried(tx, id, from.state, { state });
        const to = { ...from, state };
        const isOpen = phaseOf(state) === 'OPEN';
        const wanted: Row | string = canMoveTo(from, state)
          ? {
              state,
              hasSlot: isOpen,
              isOpen,
              isDue: bookingDue(kind, state, null) !== null,
              late: phaseOf(from.state) === 'FAILED',
              ordered: before.ordered + orderedOf(to) - orderedOf(from),
            }
          : 'FPT03';
        if (JSON.stringify(seen) !== JSON.stringify(wanted))
          wrong.push(`${JSON.stringify(from)} to ${state}: ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}`);
      }
    }
  });
  expect(wrong).toEqual([]);
});

test.each(TRADE_KINDS)('the books are due for a %s exactly while the table says that they owe', async (kind) => {
  const wrong: string[] = [];
  await undone(async (tx) => {
    const id = await opened(tx, kind);
    for (const state of TRADE_STATES) {
      await put(tx, id, { kind, state, booked: false });
      for (const tradeStatus of [null, TRADE_COMPLETE, 10]) {
        const seen = await tried(tx, id, state, { settlesAt: 7, ...(tradeStatus !== null && { tradeStatus }) });
        const isDue = typeof seen === 'string' ? seen : seen.isDue;
        if (isDue !== (bookingDue(kind, state, tradeStatus) !== null))
          wrong.push(`${state} with trade status ${tradeStatus}: ${isDue}`);
      }
    }
  });
  expect(wrong).toEqual([]);
});

/** Lists of states in the schema, and the phases of the table that they correspond to. */
const LISTS: readonly (readonly [name: string, definition: string, phases: readonly TradePhase[]])[] = [
  ['trade_orders_state_check', 'constraint', ['OPEN', 'TRADING', 'SETTLED', 'FAILED', 'REVERSED']],
  ['trade_orders_slotted', 'constraint', ['OPEN']],
  ['trade_orders_unfinished', 'index', ['OPEN', 'TRADING']],
  ['trade_orders_protected', 'index', ['TRADING']],
  ['protection_trade_ended', 'trigger', ['FAILED']],
];
const DEFINITIONS: Readonly<Record<string, string>> = {
  constraint: 'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
  index: 'select pg_get_indexdef(oid) as text from pg_class where relname = $1',
  trigger: 'select pg_get_triggerdef(oid) as text from pg_trigger where tgname = $1',
};

test.each(LISTS)('the states in %s (%s) are those of their phases', async (name, definition, phases) => {
  const { text } = await desk.world.db.one<{ text: string }>({ text: DEFINITIONS[definition] ?? '', values: [name] });
  const words = [...text.matchAll(/'([A-Z_]+)'/g)].map(([, word]) => word ?? '');
  const states = words.filter((word) => !TRADE_KINDS.some((kind) => kind === word));
  expect([...new Set(states)].sort()).toEqual(statesIn(...phases).sort());
});

test('the site opens an order but moves none: the worker does', async () => {
  const { deps, db } = desk.world;
  const id = await desk.deposit(player, [CENTS]);
  const { state } = await db.one<{ state: string }>(sql`select state from trade_orders where id = ${id}`);
  expect(TRADE_STATES.filter((each) => TRADE_TABLE[each].by.includes('SITE'))).toEqual([state]);
  expect(TRADE_STATES.filter((each) => !TRADE_TABLE[each].by.includes('WORKER'))).toEqual([]);
  const attempt = (text: string) => deps.db.run({ text, values: [] }).then(() => 'done', sqlState);
  for (const each of TRADE_STATES) {
    expect(await attempt(`update trade_orders set state = '${each}' where id = '${id}'`)).toBe('42501');
    expect(await attempt(`insert into trade_orders (id, state) values ('x', '${each}')`)).toBe('42501');
    const change = `'{"state":"${each}"}'::jsonb`;
    expect(await attempt(`select trade_move('${id}', array['${state}'], null, ${change}, 1)`)).toBe('42501');
  }
  expect(await desk.move(id, [state], { state: 'SENDING' })).toBe(true);
});
