/** The invariant of seats reports every way in which the stake of a seat can be missing, left over or a wrong sum. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Sql } from '../../platform/database/sql.ts';
import { makeArena, type Arena } from '../../../testing/games/casebattle/arena.fixture.ts';

let arena: Arena;
beforeAll(async () => (arena = await makeArena()));
afterAll(() => arena.world.close());

/** The invariants' output in this state. */
async function violationsOf(change: Sql, back: Sql): Promise<string> {
  const { db } = arena.world;
  await arena.world.checkInvariants();
  await db.run(change);
  const said = await arena.world.checkInvariants().then(
    () => '',
    (error: unknown) => String(error),
  );
  await db.run(back);
  await arena.world.checkInvariants();
  return said;
}

test('a seat counts as a stake, at its price, from when it is taken until its battle is recorded', async () => {
  const player = await arena.player();
  const waiting = await arena.create(player);
  const [stake] = await arena.world.db.many<{ cents: number }>(sql`
    select cents from open_stakes where round_id = ${waiting} and player_id = ${player.id}`);
  const price = stake?.cents ?? 0;
  expect(price).toBeGreaterThan(0);
  const put = sql`
    insert into open_stakes (round_id, player_id, cents, seat, hour)
    values (${waiting}, ${player.id}, ${price}, true, 0)`;
  const drop = sql`delete from open_stakes where round_id = ${waiting}`;
  const change = (cents: number) => sql`update open_stakes set cents = ${cents} where round_id = ${waiting}`;
  const wrong = (is: number, should: number, id: string) =>
    new RegExp(`casebattle: a seat is at stake.* has ${is} at stake in ${id}, not ${should}`, 's');
  expect(await violationsOf(drop, put)).toMatch(wrong(0, price, waiting));
  expect(await violationsOf(change(price + 1), change(price))).toMatch(wrong(price + 1, price, waiting));
  const { id: over, players } = await arena.started();
  await arena.finish(over);
  const left = sql`
    insert into open_stakes (round_id, player_id, cents, seat, hour)
    values (${over}, ${players[0]?.id ?? ''}, ${price}, true, 0)`;
  expect(await violationsOf(left, sql`delete from open_stakes where round_id = ${over}`)).toMatch(
    wrong(price, 0, over),
  );
});
