/** The ledger against a real database: random histories compared with a model, refusals, replays and races. */
import { cents } from '@fairpot/contract/wire/money';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InvariantBroken, Refused } from '../platform/runner/refused.ts';
import { sql } from '../platform/database/sql.ts';
import { blockedStatement } from '../../testing/races.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { holdInEscrow, openEscrow, settleEscrow, voidEscrow } from './escrow.ts';
import { ledgerFeature } from './ledger.feature.ts';
import {
  account,
  balancesOf,
  foldPending,
  lockedCash,
  openPlayerAccounts,
  transfer,
  transferAll,
  type NewTransfer,
} from './ledger.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [ledgerFeature] });
});
afterAll(() => world.close());

const fresh = () => world.deps.ids.next('transfer');

async function player(balance = 0): Promise<string> {
  const id = world.deps.ids.next('player');
  await world.db.transaction(async (tx) => {
    await openPlayerAccounts(tx, id, 0);
    await openPlayerAccounts(tx, id, 0);
  });
  if (balance > 0) await move(account.world, account.cash(id), balance);
  return id;
}

function posting(from: string, to: string, amount: number): NewTransfer {
  const id = fresh();
  const postings = [
    { account: from, cents: cents(0 - amount) },
    { account: to, cents: cents(amount) },
  ];
  return { id, key: id, code: 'TEST', ref: 'test', at: 0, postings };
}

const move = (from: string, to: string, amount: number) =>
  world.db.transaction((tx) => transfer(tx, posting(from, to, amount)));

describe('transfers', () => {
  test('move money between accounts and show in the balances', async () => {
    const id = await player(1_000);
    await move(account.cash(id), account.hold(id), 300);
    expect(await balancesOf(world.db, id)).toEqual({ available: 700, hold: 300 });
    expect(await balancesOf(world.db, 'ply_unknown')).toEqual({ available: 0, hold: 0 });
    await world.checkInvariants();
  });

  test('are refused when not covered, and leave nothing behind', async () => {
    const id = await player(1_000);
    await expect(move(account.cash(id), account.house, 1_001)).rejects.toMatchObject({ code: 'NOT_ENOUGH_BALANCE' });
    expect(await balancesOf(world.db, id)).toEqual({ available: 1_000, hold: 0 });
    await move(account.cash(id), account.house, 1_000);
    expect(await balancesOf(world.db, id)).toEqual({ available: 0, hold: 0 });
    await world.checkInvariants();
  });

  test('happen once per key; reusing a key for something else is a bug of ours', async () => {
    const id = await player();
    const first = { ...posting(account.world, account.cash(id), 500), key: `once:${id}` };
    const again = { ...first, id: fresh() };
    expect(await world.db.transaction((tx) => transfer(tx, first))).toBe(first.id);
    expect(await world.db.transaction((tx) => transfer(tx, again))).toBe(first.id);
    const other = { ...posting(account.world, account.cash(id), 501), key: first.key };
    await expect(world.db.transaction((tx) => transfer(tx, other))).rejects.toMatchObject({ code: 'FPL03' });
    expect(await balancesOf(world.db, id)).toEqual({ available: 500, hold: 0 });
  });

  test('that do not sum to zero, move nothing, or name no account are bugs of ours', async () => {
    const id = await player(100);
    const good = posting(account.cash(id), account.house, 50);
    const [out, into] = good.postings as [NewTransfer['postings'][0], NewTransfer['postings'][0]];
    for (const postings of [
      [out],
      [],
      [out, { ...into, cents: cents(49) }],
      [out, { ...into, account: 'cash:ply_unknown' }],
      [
        { ...out, cents: cents(0) },
        { ...into, cents: cents(0) },
      ],
      [out, out, into, into],
    ])
      await expect(
        world.db.transaction((tx) => transfer(tx, { ...good, id: fresh(), key: fresh(), postings })),
      ).rejects.not.toThrow(Refused);
    expect(await balancesOf(world.db, id)).toEqual({ available: 100, hold: 0 });
    await world.checkInvariants();
  });

  test('cannot be changed, deleted or written around', async () => {
    await player(100);
    for (const statement of [
      sql`update postings set cents = cents + 1`,
      sql`delete from postings`,
      sql`update transfers set code = 'OTHER'`,
      sql`delete from transfers`,
      sql`insert into postings select transfer_id, 'house', 7 from postings where account_id = 'world' limit 1`,
      sql`update ledger_accounts set balance = -1 where kind = 'player_cash'`,
    ])
      await expect(world.db.run(statement)).rejects.toThrow();
    await world.checkInvariants();
  });
});

const transferOf = (who: string, amount: number) => posting(account.cash(who), account.house, amount);

describe('many transfers in one call', () => {
  type Lines = readonly (readonly [account: string, cents: number])[];
  const made = (id: string, lines: Lines, key = `k:${id}`): NewTransfer => {
    return {
      id,
      key,
      code: 'TEST',
      ref: 'test',
      at: 0,
      postings: lines.map(([of, amount]) => ({ account: of, cents: cents(amount) })),
    };
  };
  const sale = (who: string, amount: number, id = fresh()) =>
    made(id, [
      [account.cash(who), 0 - amount],
      [account.house, amount],
    ]);
  const together = (players: readonly string[], transfers: readonly NewTransfer[]) =>
    world.db.transaction(async (tx) => {
      const cash = await lockedCash(tx, players);
      await transferAll(tx, transfers);
      return cash;
    });

  test('are all booked; players’ balances are known before, and a player without an account gets nothing', async () => {
    const [anna, bob] = [await player(700), await player(50)];
    const cash = await together([anna, bob, 'ply_unknown'], [sale(anna, 30), sale(anna, 15), sale(bob, 1)]);
    expect([cash.get(anna), cash.get(bob), cash.get('ply_unknown')]).toEqual([700, 50, undefined]);
    expect((await balancesOf(world.db, anna)).available).toBe(655);
    expect((await balancesOf(world.db, bob)).available).toBe(49);
    await world.checkInvariants();
  });

  test('a bad one among them rolls back all', async () => {
    const [anna, bob] = [await player(100), await player(100)];
    const used = fresh();
    await together([bob], [sale(bob, 1, used)]);
    const [id, key] = [fresh(), fresh()];
    const out = account.cash(bob);
    const bad: readonly NewTransfer[] = [
      made(
        id,
        [
          [out, -1],
          [account.house, 1],
        ],
        `k:${used}`,
      ),
      sale(bob, 100, id),
      made(
        id,
        [
          [out, -1],
          [account.house, 2],
        ],
        key,
      ),
      made(id, [[out, -1]], key),
      made(
        id,
        [
          ['cash:ply_nobody', -1],
          [account.house, 1],
        ],
        key,
      ),
      made(
        id,
        [
          [out, 0],
          [account.house, 0],
        ],
        key,
      ),
      made(
        id,
        [
          [out, -1],
          [out, -1],
          [account.house, 2],
        ],
        key,
      ),
    ];
    for (const one of bad) await expect(together([anna, bob], [sale(anna, 10), one])).rejects.not.toThrow(Refused);
    expect((await balancesOf(world.db, anna)).available).toBe(100);
    expect((await balancesOf(world.db, bob)).available).toBe(99);
    await world.checkInvariants();
  });
});

test('money coming into the house waits for no other transfer, and is folded into its balance', async () => {
  const [anna, bob] = [await player(100), await player(100)];
  const stored = async () =>
    (await world.db.one<{ cents: number }>(sql`select balance as cents from ledger_accounts where id = 'house'`)).cents;
  await foldPending(world.db);
  const before = await stored();
  const pay = (who: string) => transferOf(who, 10);
  await world.db.transaction(async (tx) => {
    await transfer(tx, pay(anna));
    // Another transfer to the house while this one is not committed.
    await world.db.transaction((other) => transfer(other, pay(bob)));
  });
  expect(await stored()).toBe(before);
  await world.checkInvariants();
  expect(await foldPending(world.db)).toBe(2);
  expect(await stored()).toBe(before + 20);
  expect(await foldPending(world.db)).toBe(0);
  await world.checkInvariants();
});

describe('races', () => {
  test('20 spends of 100 from 1,000: ten succeed, ten are refused', async () => {
    const id = await player(1_000);
    const spends = Array.from({ length: 20 }, () => move(account.cash(id), account.house, 100));
    const outcomes = await Promise.allSettled(spends);
    const refused = outcomes.filter((o) => o.status === 'rejected' && o.reason instanceof Refused);
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(10);
    expect(refused).toHaveLength(10);
    expect(await balancesOf(world.db, id)).toEqual({ available: 0, hold: 0 });
    await world.checkInvariants();
  });

  test('one key 20 times at once: one transfer', async () => {
    const id = await player();
    const one = { ...posting(account.world, account.cash(id), 100), key: `race:${id}` };
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => world.db.transaction((tx) => transfer(tx, { ...one, id: fresh() }))),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await balancesOf(world.db, id)).toEqual({ available: 100, hold: 0 });
  });

  test('money back and forth between two players does not deadlock', async () => {
    const [a, b] = [await player(10_000), await player(10_000)];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        i % 2 === 0 ? move(account.cash(a), account.cash(b), 10) : move(account.cash(b), account.cash(a), 10),
      ),
    );
    expect(await balancesOf(world.db, a)).toEqual({ available: 10_000, hold: 0 });
    await world.checkInvariants();
  });
});

describe('escrow', () => {
  async function staked() {
    const roundId = world.deps.ids.next('round');
    const [a, b] = [await player(1_000), await player(1_000)];
    await world.db.transaction(async (tx) => {
      await openEscrow(tx, roundId, 0);
      await tx.run(sql`select ledger_open('fee:casebattle', 'fee', 'casebattle', 0)`);
      const base = { roundId, at: 0 };
      for (const [n, id] of [a, b].entries()) {
        const stakes = [{ account: account.cash(id), cents: cents(600) }];
        await holdInEscrow(tx, { ...base, transferId: fresh(), key: `${roundId}:${n}`, stakes });
      }
    });
    return { roundId, a, b };
  }
  const end = (roundId: string) => ({ roundId, transferId: fresh(), at: 1 });

  test('pays out once, exactly what it holds', async () => {
    const { roundId, a } = await staked();
    const payouts = [
      { account: account.cash(a), cents: cents(1_140) },
      { account: account.fee('casebattle'), cents: cents(60) },
    ];
    const short = [{ account: account.cash(a), cents: cents(1_199) }];
    const settle = (p: typeof payouts) =>
      world.db.transaction((tx) => settleEscrow(tx, { ...end(roundId), payouts: p }));
    await expect(settle(short)).rejects.toThrow(InvariantBroken);
    await settle(payouts);
    await expect(settle(payouts)).rejects.toThrow(InvariantBroken);
    await expect(world.db.transaction((tx) => voidEscrow(tx, end(roundId)))).rejects.toThrow(InvariantBroken);
    expect(await balancesOf(world.db, a)).toEqual({ available: 1_540, hold: 0 });
    await world.checkInvariants();
  });

  test('settled and voided at once: one of the two', async () => {
    for (let n = 0; n < 5; n += 1) {
      const { roundId, a, b } = await staked();
      const payouts = [{ account: account.cash(a), cents: cents(1_200) }];
      const outcomes = await Promise.allSettled([
        world.db.transaction((tx) => settleEscrow(tx, { ...end(roundId), payouts })),
        world.db.transaction((tx) => voidEscrow(tx, end(roundId))),
      ]);
      expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
      const balances = await Promise.all([a, b].map((id) => balancesOf(world.db, id)));
      expect([1_000, 1_600]).toContain(balances[0]?.available);
      expect((balances[0]?.available ?? 0) + (balances[1]?.available ?? 0)).toBe(2_000);
    }
    await world.checkInvariants();
  });

  test('takes nothing more while it is being ended: late stakes wait and are refused', async () => {
    const [one, two] = [await player(1_000), await player(1_000)];
    const roundId = fresh();
    const step = (cents_: number, who: string) => ({
      transferId: fresh(),
      key: fresh(),
      roundId,
      at: 0,
      stakes: [{ account: account.cash(who), cents: cents(cents_) }],
    });
    await world.db.transaction(async (tx) => {
      await openEscrow(tx, roundId, 0);
      await holdInEscrow(tx, step(300, one));
    });
    let late: Promise<unknown> = Promise.resolve();
    await world.db.transaction(async (tx) => {
      await voidEscrow(tx, { transferId: fresh(), roundId, at: 0 });
      late = world.db.transaction((other) => holdInEscrow(other, step(300, two))).catch((error: unknown) => error);
      await blockedStatement(world.db, '');
    });
    expect(await late).toBeInstanceOf(InvariantBroken);
    expect([await balancesOf(world.db, one), await balancesOf(world.db, two)]).toEqual([
      { available: 1_000, hold: 0 },
      { available: 1_000, hold: 0 },
    ]);
    await world.checkInvariants();
  });

  test('returns each player’s own stake, and takes nothing after its end', async () => {
    const { roundId, a, b } = await staked();
    await world.db.transaction((tx) => voidEscrow(tx, end(roundId)));
    for (const id of [a, b]) expect(await balancesOf(world.db, id)).toEqual({ available: 1_000, hold: 0 });
    const stakes = [{ account: account.cash(a), cents: cents(1) }];
    const late = { roundId, at: 2, transferId: fresh(), key: fresh(), stakes };
    await expect(world.db.transaction((tx) => holdInEscrow(tx, late))).rejects.toThrow(InvariantBroken);
    await world.checkInvariants();
  });
});

/** The model: what each account holds, in cents. */
type Model = Map<string, number>;
type Real = { readonly names: readonly string[] };

class Move implements fc.AsyncCommand<Model, Real> {
  readonly from: number;
  readonly to: number;
  readonly amount: number;

  constructor(from: number, to: number, amount: number) {
    this.from = from;
    this.to = to;
    this.amount = amount;
  }

  check(): boolean {
    return this.from !== this.to;
  }

  async run(model: Model, real: Real): Promise<void> {
    const [from, to] = [real.names[this.from] ?? '', real.names[this.to] ?? ''];
    const covered = from === account.world || (model.get(from) ?? 0) >= this.amount;
    const done = await move(from, to, this.amount).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refused && error.code === 'NOT_ENOUGH_BALANCE') return false;
        throw error;
      },
    );
    expect(done).toBe(covered);
    if (!done) return;
    model.set(from, (model.get(from) ?? 0) - this.amount);
    model.set(to, (model.get(to) ?? 0) + this.amount);
  }

  toString(): string {
    return `move ${this.amount} from ${this.from} to ${this.to}`;
  }
}

test('any history of transfers matches the model', async () => {
  const place = fc.nat({ max: 4 });
  const moves = fc
    .tuple(place, place, fc.integer({ min: 1, max: 1_000 }))
    .map(([from, to, amount]) => new Move(from, to, amount));
  await fc.assert(
    fc.asyncProperty(fc.commands([moves], { maxCommands: 40 }), async (commands) => {
      const ids = [await player(), await player()];
      const names = [account.world, ...ids.flatMap((id) => [account.cash(id), account.hold(id)])];
      const model: Model = new Map();
      await fc.asyncModelRun(() => ({ model, real: { names } }), commands);
      for (const id of ids) {
        const expected = { available: model.get(account.cash(id)) ?? 0, hold: model.get(account.hold(id)) ?? 0 };
        expect(await balancesOf(world.db, id)).toEqual(expected);
      }
      await world.checkInvariants();
    }),
    { numRuns: 25 },
  );
}, 60_000);

test('the invariants detect what they are for', async () => {
  const hurt = await makeWorld({ features: [ledgerFeature] });
  await hurt.db.run(sql`update ledger_accounts set balance = 5 where id = 'house'`);
  await expect(hurt.checkInvariants()).rejects.toThrow(/I1.*I7|all balances sum to 5/s);
  await hurt.db.run(sql`update ledger_accounts set balance = 0 where id = 'house'`);
  const player = hurt.deps.ids.next('player');
  await hurt.db.transaction((tx) => openPlayerAccounts(tx, player, 0));
  for (const to of [account.cash(player), account.hold(player)])
    await hurt.db.transaction((tx) => transfer(tx, posting(account.world, to, 70)));
  await hurt.checkInvariants();
  await hurt.db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from ledger_history where hold_cents is not null`);
  });
  await expect(hurt.checkInvariants()).rejects.toThrow(/hold:\S+ has 70, its movements sum to 0 and end with 0/);
  await hurt.close();
});
