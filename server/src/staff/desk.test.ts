/** What the desk shows about a player and about acts of staff: each list, from each room. */
import { addPlayer } from '@fairpot/contract/system/schemas';
import { listStaffActs } from '@fairpot/contract/staff/schemas';
import {
  addUserNote,
  listUserCryptoOrders,
  listUserCryptoWithdrawals,
  listUserItems,
  listUserNotes,
  listUserRounds,
  listUserTrades,
} from '@fairpot/contract/staff/users/schemas';
import type { Status } from '@fairpot/contract/wire/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsFeature } from '../accounts/accounts.feature.ts';
import { actorOf } from '../accounts/front.ts';
import { recordResults } from '../accounts/results.ts';
import { cryptoFeature } from '../crypto/crypto.feature.ts';
import { SYSTEM } from '../platform/runner/command.ts';
import { makeWorld, type World } from '../../testing/world.ts';
import { tradesFeature } from '../trades/trades.feature.ts';
import { vaultFeature } from '../vault/vault.feature.ts';
import { staffFeature } from './staff.feature.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld({ features: [accountsFeature, staffFeature, vaultFeature, tradesFeature, cryptoFeature] });
});
afterAll(() => world.close());

let count = 0;
async function person(status: Status = 'USER') {
  count += 1;
  const { playerId } = await world.run(addPlayer, SYSTEM, {
    steamid: String(76561198000500000n + BigInt(count)),
    name: `desk${count}`,
    avatarHash: null,
    status,
    isFake: false,
    ageConfirmed: true,
  });
  return actorOf(world.db, playerId);
}

test('notes: newest first, with author, page by page; none for an unknown player', async () => {
  const [support, player] = [await person('SUPPORT'), await person()];
  const note = (n: number) => world.runner.execute(addUserNote, support, { userId: player.id, note: `note ${n}` });
  for (let n = 0; n < 33; n++) await note(n);
  const first = await world.run(listUserNotes, support, { userId: player.id });
  expect(first.notes).toHaveLength(30);
  expect(first.notes[0]).toMatchObject({ note: 'note 32', author: { id: support.id } });
  const second = await world.run(listUserNotes, support, { userId: player.id, before: first.next });
  expect(second.notes.map((row) => row.note)).toEqual(['note 2', 'note 1', 'note 0']);
  expect(second.next).toBeNull();
  const unknown = 'ply_00000000000000000000000000';
  expect(await world.refused(addUserNote, support, { userId: unknown, note: 'who?' })).toBe('NO_PLAYER');
  expect(await world.refused(addUserNote, support, { userId: player.id, note: ' a ' })).toBe('BAD_INPUT');
});

test('rounds: newest first, none before its screen has shown it, page by page', async () => {
  const [support, player] = [await person('SUPPORT'), await person()];
  const base = {
    playerId: player.id,
    game: 'coinflip',
    won: true,
    stakedCents: 100,
    wonCents: 190,
    feeCents: 10,
  } as const;
  const ids: string[] = [];
  for (let n = 0; n < 32; n++) {
    await world.clock.advance(1_000);
    ids.push(world.deps.ids.next('round'));
    const result = { ...base, roundId: ids[n] ?? '', at: world.clock.now() };
    await world.db.transaction((tx) => recordResults(tx, [result]));
  }
  const early = await world.run(listUserRounds, support, { userId: player.id });
  expect(early.rounds.map(({ roundId }) => roundId)).not.toContain(ids.at(-1));
  await world.clock.advance(120_000);
  const first = await world.run(listUserRounds, support, { userId: player.id });
  const second = await world.run(listUserRounds, support, { userId: player.id, before: first.next });
  expect(first.rounds[0]).toMatchObject({ stakedUsd: 1, wonUsd: 1.9, feeUsd: 0.1, won: true });
  expect([...first.rounds, ...second.rounds].map(({ roundId }) => roundId)).toEqual([...ids].reverse());
});

test('items, trades and coins of a player who has none', async () => {
  const [support, { id: userId }] = [await person('SUPPORT'), await person()];
  expect(await world.run(listUserItems, support, { userId })).toEqual({ items: [] });
  expect(await world.run(listUserTrades, support, { userId })).toEqual({ orders: [] });
  expect(await world.run(listUserCryptoOrders, support, { userId })).toEqual([]);
  expect(await world.run(listUserCryptoWithdrawals, support, { userId })).toEqual([]);
});

test('the audit log: faces where there are some, by player, and every act there is by name', async () => {
  const [support, admin, player] = [await person('SUPPORT'), await person('ADMIN'), await person()];
  await world.run(addUserNote, support, { userId: player.id, note: 'asked about a trade' });
  const { acts, known, next } = await world.run(listStaffActs, admin, { player: player.id });
  expect(acts).toEqual([
    expect.objectContaining({
      act: 'users.addNote',
      actorId: support.id,
      why: null,
      subject: expect.stringMatching(/^note \d+$/) as string,
    }),
  ]);
  expect(acts[0]?.actor?.id).toBe(support.id);
  expect(acts[0]?.player?.id).toBe(player.id);
  expect(next).toBeNull();
  expect(known).toEqual(expect.arrayContaining(['users.addNote', 'users.setStatus', 'chat.ban']));
});
