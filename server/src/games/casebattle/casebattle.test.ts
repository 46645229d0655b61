/** A battle from its opening to the payment, as every viewer sees it; facts, views, proofs and history agree. */
import { applyCasebattleFact, applyToDetails } from '@fairpot/contract/casebattle/views';
import type { Casebattle, CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { BattleType, CasebattleFact, casebattleHistory, leaveCasebattle } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { CasebattleLock } from '@fairpot/fairness/games/casebattle-lock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../platform/database/sql.ts';
import { TEST_EOS } from '../../../testing/beacon.ts';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';
import { casebattleFacts } from './present.ts';

let arena: Arena;

beforeAll(async () => {
  arena = await makeArena();
});
afterAll(() => arena.world.close());

/** Facts of a battle as the channel delivers them, in order. */
async function factsOf(id: string): Promise<CasebattleFact[]> {
  const rows = await arena.world.db.many<{ subject: string; version: number; type: string; at: number }>(sql`
    select subject, version, type, at from facts where topic = 'casebattle' and subject = ${id} order by xid, id`);
  return (await casebattleFacts.present(arena.world.db, rows)).map((fact) => CasebattleFact.parse(fact));
}

test('the price is held while the battle waits, staked when it starts, paid when the replay is over', async () => {
  const [first, second] = await arena.players(2);
  const id = await arena.create(first!, { caseIds: ['mixed', 'coin', 'mixed'] });
  expect(await arena.balances(first!)).toEqual({ available: 100_000 - 890, hold: 890 });
  const waiting = await arena.battle(id);
  expect(waiting).toMatchObject({
    status: 'PENDING',
    priceUsd: 8.9,
    startedAt: null,
    secret: null,
    replay: null,
    result: null,
  });
  expect(waiting.cases.map((each) => each.id)).toEqual(['mixed', 'coin', 'mixed']);
  expect(waiting.tables.map((table) => table.id)).toEqual(['mixed', 'coin']);
  expect(waiting.teams.map((team) => team.participants.length)).toEqual([1, 0]);

  expect(await arena.join(second!, id, 1)).toBe(true);
  for (const player of [first!, second!]) expect(await arena.balances(player)).toEqual({ available: 99_110, hold: 0 });
  const started = await arena.battle(id);
  expect(started).toMatchObject({ status: 'STARTED', secret: null, drandRound: null, replay: null });
  expect(started.startedAt).toBe(arena.world.clock.now());
  // The block of the lock; its id starts with its number.
  expect(started.fairBlock).toBeGreaterThan(0);
  expect(started.fairSeed).toMatch(new RegExp(`^${started.fairBlock!.toString(16).padStart(8, '0')}`));
  expect(started.teams.flatMap((team) => team.participants).flatMap((seat) => seat.rolls)).toEqual([]);

  await arena.reveal();
  const shown = await arena.battle(id);
  expect(shown.status).toBe('STARTED');
  expect(shown.teamWinners).toEqual([]);
  expect(shown.replay).toMatchObject({ roundMs: 6_000 });
  expect(shown.replay!.startsAt).toBeGreaterThan(shown.revealedAt!);
  expect(shown).toMatchObject({ fairBlock: started.fairBlock, fairSeed: started.fairSeed });
  // Not a cent before the replay has shown it.
  for (const player of [first!, second!]) expect((await arena.balances(player)).available).toBe(99_110);
  await arena.world.clock.advance(shown.replay!.endsAt - arena.world.clock.now() - 1);
  await arena.world.sweepAll();
  expect((await arena.battle(id)).status).toBe('STARTED');

  await arena.world.clock.advance(1);
  await arena.world.sweepAll();
  const over = await arena.battle(id);
  expect(over.status).toBe('FINISHED');
  expect(over.teamWinners).toEqual([`${id}.${over.result!.winnerTeam}`]);
  const won = centsFromUsd(over.result!.potUsd);
  const winner = [first!, second!][over.result!.winnerTeam]!;
  const loser = [first!, second!][1 - over.result!.winnerTeam]!;
  expect(await arena.balances(winner)).toEqual({ available: 99_110 + won, hold: 0 });
  expect(await arena.balances(loser)).toEqual({ available: 99_110, hold: 0 });
  const drops = over.teams.map((team) => team.participants.flatMap((seat) => seat.rolls));
  expect(drops.map((rolls) => rolls.length)).toEqual([3, 3]);
  expect(drops.map((rolls) => rolls.reduce((sum, roll) => sum + centsFromUsd(roll.priceUsd), 0))).toEqual(
    over.result!.teamTotalsUsd.map(centsFromUsd),
  );
});

test.each(BattleType.options)('%s: proof, seats, shares and facts', async (type) => {
  const { id, players } = await arena.started({ type, caseIds: ['mixed', 'coin'] });
  const over = await arena.finish(id);
  const proof = await arena.verify(id);
  expect(proof.lock.entries.length).toBe(players.length);
  expect(proof.lock.feeBps).toBe(0);
  const { eos } = proof.lock as CasebattleLock;
  expect(eos).toEqual({ chain: TEST_EOS.chainId, block: over.fairBlock, id: over.fairSeed });
  expect(proof.drand.round).toBe(over.drandRound);
  const winners = over.teams[over.result!.winnerTeam]!.participants;
  expect(over.result!.shares.map((share) => share.participantId)).toEqual(winners.map((seat) => seat.id));
  const shares = over.result!.shares.map((share) => centsFromUsd(share.wonUsd));
  expect(shares.reduce((a, b) => a + b, 0)).toBe(centsFromUsd(over.result!.potUsd));
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  expect(winners.length).toBe(type === 'TWO_VS_TWO' ? 2 : 1);
  const facts = await factsOf(id);
  expect(facts.map((fact) => fact.type)).toEqual([
    'casebattle.opened',
    ...players.slice(2).map(() => 'casebattle.joined'),
    'casebattle.locked',
    'casebattle.settled',
    'casebattle.finished',
  ]);
  expect(facts.map((fact) => fact.version)).toEqual(facts.map((_, at) => at + 1));
});

test('in every phase, the old view plus its facts equals the fresh view', async () => {
  await arena.create(await arena.player());
  const [creator, second, third] = await arena.players(3);
  let list: readonly Casebattle[] = await arena.list();
  let details: CasebattleDetails | null = null;
  let applied = 0;
  const id = await arena.create(creator!, { type: 'STANDARD_3' });
  /** Applies the facts since the last call, as a page does that stays open. */
  const follow = async (statuses: readonly string[]) => {
    const facts = (await factsOf(id)).slice(applied);
    applied += facts.length;
    details = facts.reduce(applyToDetails, details ?? { ...(await arena.battle(id)), version: 0 });
    list = facts.reduce(applyCasebattleFact, list);
    expect(details).toEqual(await arena.battle(id));
    expect(list).toEqual(await arena.list());
    expect([...new Set(list.map((game) => game.status))]).toEqual(statuses);
    expect(facts.reduce(applyCasebattleFact, list)).toBe(list);
  };
  await follow(['PENDING']);
  await arena.join(second!, id, 2);
  await follow(['PENDING']);
  await arena.world.run(leaveCasebattle, second!, { gameId: id });
  await follow(['PENDING']);
  await arena.join(second!, id, 1);
  await arena.join(third!, id, 2);
  await follow(['STARTED', 'PENDING']);
  await arena.reveal();
  await follow(['STARTED', 'PENDING']);
  await arena.finish(id);
  await follow(['PENDING']);
  expect(applied).toBe(7);
});

test('the history has only finished battles, newest first, by keyset', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await arena.started({ caseIds: ['coin'] });
    await arena.finish(id);
    ids.unshift(id);
  }
  const { id: running } = await arena.started();
  await arena.reveal();
  const page = await arena.world.run(casebattleHistory, null, { limit: 2 });
  expect(page.map((game) => game.id)).toEqual(ids.slice(0, 2));
  const rest = await arena.world.run(casebattleHistory, null, { limit: 50, before: page.at(-1)!.id });
  expect(rest[0]?.id).toBe(ids[2]);
  expect([...page, ...rest].map((game) => game.id)).not.toContain(running);
  expect(rest.every((game) => game.status === 'FINISHED')).toBe(true);
});

test('readiness reports whether the chain whose blocks the locks name is reachable', async () => {
  const { features, beacons } = arena.world;
  const readyInfo = () => features.find(({ name }) => name === 'casebattle')?.readyInfo?.();
  expect(await readyInfo()).toEqual({ eos: true });
  beacons.eosOutage = true;
  expect(await readyInfo()).toEqual({ eos: false });
  beacons.eosOutage = false;
});

test('a seat that an API key takes is shown as API, and no other', async () => {
  const [first, second] = await arena.players(2);
  const apiKey = { id: 'key', scopes: ['play' as const] };
  const opened = await arena.create({ ...first!, apiKey });
  const joined = await arena.create(first!);
  await arena.join({ ...second!, apiKey }, joined, 1);
  const badges = async (id: string) =>
    (await arena.battle(id)).teams.flatMap(({ participants }) => participants.map(({ user }) => user.badge));
  expect([await badges(opened), await badges(joined)]).toEqual([['API'], [null, 'API']]);
});
