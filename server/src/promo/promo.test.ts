/** Promo codes: what a code gives, once per player and up to its number of uses, in races; brute force; staff permissions. */
import { randomBytes } from 'node:crypto';
import { siteInventory } from '@fairpot/contract/inventory/schemas';
import { createCoinflip } from '@fairpot/contract/coinflip/schemas';
import {
  activatePromocode,
  approvePromocode,
  createPromocode,
  endPromocode,
  listPromocodes,
} from '@fairpot/contract/promo/schemas';
import { PROMO_TRIES } from '@fairpot/contract/promo/calls';
import { refusalText, REFUSALS } from '@fairpot/contract/wire/refusals';
import { excludeSelf, takeBreak } from '@fairpot/contract/protection/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { coinflipFeature } from '../games/coinflip/coinflip.feature.ts';
import { fairFeature } from '../games/kit/fair.feature.ts';
import { ledgerFeature } from '../ledger/ledger.feature.ts';
import { balancesOf, foldPending } from '../ledger/ledger.ts';
import type { Actor } from '../platform/runner/feature.ts';
import { sql } from '../platform/database/sql.ts';
import { protectionFeature } from '../protection/protection.feature.ts';
import { offsetClock } from '../../testing/fakes.ts';
import { itemTypeAt, slugOf } from '../../testing/item-types.ts';
import { newPlayer } from '../../testing/stages/players.ts';
import { attemptResult, raceIn, times } from '../../testing/races.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { upsertItemTypes } from '../vault/types.ts';
import { vaultFeature } from '../vault/vault.feature.ts';
import { promoFeature } from './promo.feature.ts';
import { costOf, newCode, plainCode } from './rules.ts';

let world: World;
let admin: Actor;
let second: Actor;
beforeAll(async () => {
  world = await makeWorld({
    features: [ledgerFeature, vaultFeature, fairFeature, coinflipFeature, protectionFeature, promoFeature],
  });
  await upsertItemTypes(world.db, [itemTypeAt(2_000)], world.clock.now());
  admin = await newPlayer(world, { status: 'ADMIN' });
  second = await newPlayer(world, { status: 'ADMIN' });
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const WHY = 'for the tests';
const made = (input: object) => world.run(createPromocode, admin, { why: WHY, ...input });
const take = (player: Actor, code: string, address?: string) =>
  world.runner.execute(activatePromocode, player, { code }, { ...(address !== undefined && { address }) });
const clockAt = (ms: number) =>
  world.db.run({
    text: `create or replace function protection_ms() returns bigint language sql stable as 'select ${ms}::bigint'`,
    values: [],
  });

describe('the rules', () => {
  test('a code has 18 unambiguous letters, even when bytes above 247 are not evenly distributed', () => {
    expect(newCode((n) => randomBytes(n))).toMatch(/^([2-9A-HJKMNP-Z]{6}-){2}[2-9A-HJKMNP-Z]{6}$/);
    let turn = 0;
    const code = newCode((n) => new Uint8Array(n).fill(turn++ === 0 ? 255 : 30));
    expect(code).toBe('ZZZZZZ-ZZZZZZ-ZZZZZZ');
    expect(plainCode(' zzzzzz zzzzzz-ZZZZZZ ')).toBe(plainCode(code));
  });

  test('a code may cost 10,000 dollars; one person can make it up to 500', () => {
    expect(costOf(500, 100)).toEqual({ kind: 'ok', uses: 100, needsApproval: false });
    expect(costOf(500, 101)).toEqual({ kind: 'ok', uses: 101, needsApproval: true });
    expect(costOf(500, 2_001)).toEqual({ kind: 'too expensive' });
    expect(costOf(500, null)).toEqual({ kind: 'ok', uses: 2_000, needsApproval: true });
    expect(costOf(1_000_001, null)).toEqual({ kind: 'too expensive' });
  });
});

describe('redeeming a code', () => {
  test('credits the balance once, from the account of bonuses, however it is typed', async () => {
    const { code } = await made({ amountUsd: 2.5, uses: 3 });
    const player = await newPlayer(world);
    const before = await bonuses();
    const answer = await world.run(activatePromocode, player, { code: code.toLowerCase().replaceAll('-', ' ') });
    expect(answer).toEqual({ amountUsd: 2.5, itemId: null, item: null });
    expect((await balancesOf(world.db, player.id)).available).toBe(250);
    expect(await bonuses()).toBe(before - 250);
    expect(await attemptResult(take(player, code))).toBe('PROMOCODE_ACTIVATED');
  });

  test('gives an item that shows as a prize and cannot be staked', async () => {
    const { code } = await made({ itemType: slugOf(2_000), uses: 1 });
    const player = await newPlayer(world);
    const { itemId } = await world.run(activatePromocode, player, { code });
    const [item] = (await world.run(siteInventory, player, {})).items;
    expect([item?.id, item?.type]).toEqual([itemId, 'PRIZE_PROMO']);
    const stake = { inventoryIds: [itemId ?? ''], side: 1 } as const;
    expect(await world.refused(createCoinflip, player, stake)).toBe('ITEM_NOT_STAKEABLE');
  });

  test('30 attempts at once by one player: one use; 30 players of a code for 7: seven uses', async () => {
    const { code } = await made({ amountUsd: 1, uses: 7 });
    const one = await newPlayer(world);
    const alone = await raceIn(
      world,
      times(PROMO_TRIES.player, () => () => take(one, code)),
    );
    expect(alone).toEqual({ ok: 1, PROMOCODE_ACTIVATED: PROMO_TRIES.player - 1 });
    const players = await Promise.all(times(30, () => newPlayer(world)));
    const all = await raceIn(
      world,
      players.map((player) => () => take(player, code)),
    );
    expect(all).toEqual({ ok: 6, PROMOCODE_NOTFOUND: 24 });
    expect((await balancesOf(world.db, one.id)).available).toBe(100);
  });

  test('one request sent twice at once is one attempt and one use', async () => {
    const { code } = await made({ amountUsd: 1, uses: 7 });
    const player = await newPlayer(world);
    const twice = times(2, () => world.runner.execute(activatePromocode, player, { code }, { key: 'once' }));
    const answers = await Promise.all(twice);
    expect(answers[0]).toEqual(answers[1]);
    for (const _ of times(9, (n) => n))
      await world.runner.execute(activatePromocode, player, { code }, { key: 'once' });
    expect((await balancesOf(world.db, player.id)).available).toBe(100);
  });

  test('gives the spec’s two refusals, and the same one for unknown, over, used up, ended and waiting', async () => {
    expect(REFUSALS.PROMOCODE_NOTFOUND.wire).toBe('ERR_PROMOCODE_NOTFOUND');
    expect(refusalText('PROMOCODE_NOTFOUND')).toBe('Promocode not found');
    expect(REFUSALS.PROMOCODE_ACTIVATED.wire).toBe('ERR_PROMOCODE_ACTIVATED');
    expect(refusalText('PROMOCODE_ACTIVATED')).toBe("You can't activate the promocode more than 1 time!");
    const NOON = Date.UTC(2026, 5, 1, 12);
    await clockAt(NOON);
    const over = await made({ amountUsd: 1, uses: 1, expiresAt: NOON });
    const lasting = await made({ amountUsd: 1, uses: 1, expiresAt: NOON + 1 });
    const usedUp = await made({ amountUsd: 1, uses: 1 });
    await take(await newPlayer(world), usedUp.code);
    const ended = await made({ amountUsd: 1, uses: 1 });
    await world.run(endPromocode, admin, { id: ended.id, why: WHY });
    const waiting = await made({ amountUsd: 100, uses: 6 });
    expect(waiting.waiting).toBe(true);
    const player = await newPlayer(world);
    const codes = [over.code, usedUp.code, ended.code, waiting.code, 'ABC'];
    for (const code of codes) expect(await attemptResult(take(player, code))).toBe('PROMOCODE_NOTFOUND');
    expect(await attemptResult(take(await newPlayer(world), lasting.code))).toBe('ok');
  });

  test('ends only by the database’s clock: a node whose clock is a year off neither ends nor extends it', async () => {
    const NOON = Date.UTC(2026, 5, 3, 12);
    await clockAt(NOON);
    const { code } = await made({ amountUsd: 1, uses: 9, expiresAt: NOON + 1 });
    const nodes = [1, -1].map((years) => world.node(offsetClock(world.clock, years * 365 * DAY_MS)));
    const takeAt = async (node: (typeof nodes)[number]) =>
      attemptResult(node.runner.execute(activatePromocode, await newPlayer(world), { code }));
    for (const node of nodes) expect(await takeAt(node)).toBe('ok');
    await clockAt(NOON + 1);
    for (const node of nodes) expect(await takeAt(node)).toBe('PROMOCODE_NOTFOUND');
    // Set back, it neither counts a use twice nor lets a player use it again.
    await clockAt(NOON);
    expect(await takeAt(nodes[0]!)).toBe('ok');
    const { used } = await world.db.one<{ used: number }>(sql`
      select used from promo_codes where ending = ${code.slice(-4)} and expires_at = ${NOON + 1}`);
    expect(used).toBe(3);
  });

  test('gives nothing to players on a break, excluded players, and bots', async () => {
    const { code } = await made({ amountUsd: 1, uses: 5 });
    const resting = await newPlayer(world);
    await world.run(takeBreak, resting, { hours: 1 });
    expect(await attemptResult(take(resting, code))).toBe('TAKING_BREAK');
    const gone = await newPlayer(world);
    await world.run(excludeSelf, gone, { months: 6, sure: true });
    expect(await attemptResult(take(gone, code))).toBe('SELF_EXCLUDED');
    expect(await attemptResult(take(await newPlayer(world, { isBot: true }), code))).toBe('FORBIDDEN');
  });
});

describe('guessing', () => {
  test('is blocked after five attempts of a player in an hour, on any node, until the next hour', async () => {
    const NOON = Date.UTC(2026, 5, 2, 12, 10);
    await clockAt(NOON);
    const player = await newPlayer(world);
    const other = world.node(world.clock);
    const ends = await raceIn(
      world,
      times(30, (n) => () => (n % 2 ? world : other).runner.execute(activatePromocode, player, { code: `GUESS${n}` })),
    );
    expect(ends).toEqual({ PROMOCODE_NOTFOUND: 5, PROMOCODE_TRIES: 25 });
    const { code } = await made({ amountUsd: 1, uses: 5 });
    expect(await attemptResult(take(player, code)), 'even the right code is refused').toBe('PROMOCODE_TRIES');
    const refusal = await take(player, code).catch((error: unknown) => error);
    expect(refusal, 'until the hour is over').toMatchObject({ details: { minutes: 50 } });
    await clockAt(NOON + 50 * 60_000);
    expect(await attemptResult(take(player, code))).toBe('ok');
    // Attempts of past hours are deleted.
    await world.sweepAll();
    expect(
      await world.db.many(sql`select distinct tries from promo_tries where who = ${`player:${player.id}`}`),
    ).toEqual([{ tries: 1 }]);
  });

  test('is blocked after twenty attempts from an address, by any players', async () => {
    const players = await Promise.all(times(25, () => newPlayer(world)));
    const ends = await raceIn(
      world,
      players.map((player, n) => () => take(player, `GUESS${n}`, '198.51.100.7')),
    );
    expect(ends).toEqual({ PROMOCODE_NOTFOUND: 20, PROMOCODE_TRIES: 5 });
    const { n } = await world.db.one<{ n: number }>(
      sql`select count(*) as n from promo_tries where who like '%198.51%'`,
    );
    expect(n, 'addresses are not stored in plain text').toBe(0);
  });
});

describe('staff', () => {
  test('an expensive code starts when a second ADMIN approves it; its maker cannot', async () => {
    const { id, code } = await made({ amountUsd: 100, uses: 6 });
    expect(await world.refused(approvePromocode, admin, { id, why: WHY })).toBe('REVIEW_OWN');
    expect((await world.run(approvePromocode, second, { id, why: WHY })).state).toBe('OPEN');
    expect(await attemptResult(take(await newPlayer(world), code))).toBe('ok');
    const forged = sql`
      update promo_codes set approved_by = created_by where id = ${(await made({ amountUsd: 100, uses: 6 })).id}`;
    await expect(world.deps.db.run(forged)).rejects.toThrow(/promo_codes_two_people/);
  });

  test('the first decision stays on record: approving or ending again, by another person, changes nothing', async () => {
    const third = await newPlayer(world, { status: 'ADMIN' });
    const { id } = await made({ amountUsd: 100, uses: 6 });
    for (const by of [second, third])
      expect(await world.run(approvePromocode, by, { id, why: WHY })).toMatchObject({ approvedBy: second.id });
    for (const [by, why] of [
      [third, 'the first'],
      [second, 'the second'],
    ] as const)
      expect(await world.run(endPromocode, by, { id, why })).toMatchObject({
        endedBy: third.id,
        endedWhy: 'the first',
      });
    for (const change of [
      `approved_by = '${third.id}'`,
      `ended_by = '${second.id}'`,
      `ended_why = 'another'`,
      'used = used + 2',
    ]) {
      const forged = { text: `update promo_codes set ${change} where id = $1`, values: [id] };
      await expect(world.db.run(forged), change).rejects.toThrow(/another one/);
    }
    await expect(world.db.run(sql`delete from promo_codes where id = ${id}`)).rejects.toThrow(/another one/);
  });

  test('in live no code gives an item: no item is created from nothing', async () => {
    const live = await makeWorld({ features: [vaultFeature, promoFeature], config: { mode: 'live' } });
    try {
      await upsertItemTypes(live.db, [itemTypeAt(2_000)], live.clock.now());
      const by = await newPlayer(live, { status: 'ADMIN', codeAt: live.clock.now() });
      const input = { itemType: slugOf(2_000), uses: 1, why: WHY };
      expect(await attemptResult(live.runner.execute(createPromocode, by, input))).toBe('FORBIDDEN');
      expect(await attemptResult(live.runner.execute(createPromocode, by, { amountUsd: 1, uses: 1, why: WHY }))).toBe(
        'ok',
      );
    } finally {
      await live.close();
    }
  });

  test('no code exceeds the maximum cost, gives nothing, or gives two things', async () => {
    const create = (input: object) => world.refused(createPromocode, admin, { why: WHY, ...input });
    expect(await create({ amountUsd: 5, uses: 2_001 })).toBe('PROMOCODE_TOO_DEAR');
    expect(await create({ amountUsd: 10_000.01 })).toBe('PROMOCODE_TOO_DEAR');
    expect(await create({})).toBe('BAD_INPUT');
    expect(await create({ amountUsd: 1, itemType: slugOf(2_000) })).toBe('BAD_INPUT');
    expect(await create({ amountUsd: -1 })).toBe('BAD_INPUT');
    expect(await create({ itemType: 'no such thing' })).toBe('NO_ITEM_TYPE');
  });

  test('the list says who made what and why, but never the code, and none of it can be edited by hand', async () => {
    const { id, code } = await made({ amountUsd: 3, uses: 2 });
    const list = await world.run(listPromocodes, admin, {});
    expect(list[0]).toMatchObject({
      id,
      ending: code.slice(-4),
      totalUsd: 6,
      createdBy: admin.id,
      why: WHY,
      state: 'OPEN',
    });
    expect(JSON.stringify(list)).not.toContain(code.slice(0, 6));
    expect(await world.run(listPromocodes, admin, { before: id })).not.toContainEqual(list[0]);
    await expect(world.deps.db.run(sql`update promo_codes set uses = 9 where id = ${id}`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(world.db.run(sql`update promo_codes set uses = 9 where id = ${id}`)).rejects.toThrow(/another one/);
  });

  test('staff calls are refused to all others', async () => {
    for (const status of ['USER', 'SUPPORT', 'MODERATOR'] as const) {
      const actor = world.actor({ status });
      expect(await attemptResult(world.runner.execute(listPromocodes, actor, {}))).toBe('FORBIDDEN');
      expect(await attemptResult(world.runner.execute(createPromocode, actor, { amountUsd: 1, why: WHY }))).toBe(
        'FORBIDDEN',
      );
    }
  });
});

async function bonuses(): Promise<number> {
  await foldPending(world.db);
  return (await world.db.one<{ balance: number }>(sql`select balance from ledger_accounts where id = 'bonus'`)).balance;
}
