/** Players as rows, for tests of features that stake: made by the fixtures of the games. */
import { insertPlayer } from '../../accounts/store.ts';
import { openPlayerAccounts } from '../../ledger/ledger.ts';
import { sql, type Db } from '../../platform/database/sql.ts';
import type { Actor } from '../../platform/runner/feature.ts';
import type { Ids } from '../../platform/process/ports.ts';
import { invariant } from '../../platform/runner/refused.ts';
import type { World } from '../world.ts';

/** How many players of each world were made here: their names and Steam ids count them. A world has one source of ids. */
const made = new WeakMap<Ids, number>();

/** They want no limit on deposits: what is asked before a first deposit, said already. */
export async function answered(db: Db, playerId: string): Promise<void> {
  await db.run(sql`
    insert into protection_answers (player_id, at, answer) values (${playerId}, 0, 'NONE') on conflict do nothing`);
}

/** A player with a row, two accounts and nothing in them. */
export async function newPlayer(world: World, overrides: Partial<Actor> = {}): Promise<Actor> {
  const actor = world.actor(overrides);
  const n = (made.get(world.deps.ids) ?? 0) + 1;
  made.set(world.deps.ids, n);
  const { clock, random } = world.deps;
  await world.db.transaction(async (tx) => {
    const added = await insertPlayer(tx, {
      id: actor.id,
      steamid: `7656119${String(n).padStart(10, '0')}`,
      name: `player ${n}`,
      avatar: '/art/blank.svg',
      status: actor.status,
      isFake: actor.isBot,
      pseudonymKey: random.bytes(32),
      pseudonym: Buffer.from(random.bytes(16)).toString('hex'),
      ageConfirmedAt: clock.now(),
      createdAt: clock.now(),
    });
    invariant(added, `player ${n} is there already`);
    await openPlayerAccounts(tx, actor.id, clock.now());
    await answered(tx, actor.id);
  });
  return actor;
}
