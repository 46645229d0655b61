/**
 * For tests of the rounds over the books: the operator's hand in the database, with whole rights, triggers put aside; and what the rounds
 * find then.
 */
import { expect } from 'vitest';
import { cryptoInvariants } from '../invariants.ts';
import { withdrawalInvariants } from '../withdrawals/invariants.ts';
import { sql, type Sql } from '../../platform/database/sql.ts';
import type { World } from '../../testing/world.ts';

export const LAP_MS = 70_000;

export function handsOf(world: World) {
  /** One run, without the invariants that every other test has checked behind it: they are broken here on purpose. */
  const sweeping = async (name: string): Promise<void> => {
    const sweep = world.features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name);
    if (sweep === undefined) throw new Error(`there is no sweep ${name}`);
    await sweep.run(new AbortController().signal);
  };
  /** Whole rounds over everything, of at most so many pages: what is open at the end. */
  const found = async (pages: number): Promise<string[]> => {
    for (let n = 0; n < pages; n += 1) {
      await world.clock.advance(LAP_MS);
      await sweeping('crypto.audit');
    }
    const rows = await world.db.many<{ kind: string }>(sql`
      select kind from crypto_incidents where closed_at is null order by kind, id`);
    return rows.map(({ kind }) => kind);
  };
  /** What only the owner of the database can do: its triggers stand aside. */
  const byHand = (...statements: readonly Sql[]): Promise<void> =>
    world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      for (const statement of statements) await tx.run(statement);
    });
  /** What was found is closed, so that the next test begins clean; the tampering itself was taken back before. */
  const clean = async (pages: number): Promise<void> => {
    await byHand(sql`delete from crypto_incidents`);
    expect(await found(pages)).toEqual([]);
    for (const invariant of [...cryptoInvariants, ...withdrawalInvariants])
      expect([invariant.name, await invariant.check(world.db)]).toEqual([invariant.name, []]);
  };
  return { sweeping, found, byHand, clean };
}
