/** Helpers for audit tests: they tamper with the database with full rights and triggers disabled, and report what the rounds find. */
import { expect } from 'vitest';
import { cryptoInvariants } from '../../../src/crypto/invariants.ts';
import { withdrawalInvariants } from '../../../src/crypto/withdrawals/invariants.ts';
import { sql, type Sql } from '../../../src/platform/database/sql.ts';
import type { World } from '../../world.ts';

export const LAP_MS = 70_000;

export function makeTampering(world: World) {
  /** One run, without the invariants that other tests check afterwards: here they are broken on purpose. */
  const sweeping = async (name: string): Promise<void> => {
    const sweep = world.features.flatMap((feature) => feature.sweeps ?? []).find((each) => each.name === name);
    if (sweep === undefined) throw new Error(`no sweep ${name}`);
    await sweep.run(new AbortController().signal);
  };
  /** Runs complete rounds of at most `pages` pages and returns the incidents open at the end. */
  const found = async (pages: number): Promise<string[]> => {
    for (let n = 0; n < pages; n += 1) {
      await world.clock.advance(LAP_MS);
      await sweeping('crypto.audit');
    }
    const rows = await world.db.many<{ kind: string }>(sql`
      select kind from crypto_incidents where closed_at is null order by kind, id`);
    return rows.map(({ kind }) => kind);
  };
  /** Runs statements as the database owner could, with triggers disabled. */
  const byHand = (...statements: readonly Sql[]): Promise<void> =>
    world.db.transaction(async (tx) => {
      await tx.run(sql`set local session_replication_role = replica`);
      for (const statement of statements) await tx.run(statement);
    });
  /** Deletes the incidents so that the next test starts clean. The tampering itself was undone before. */
  const clean = async (pages: number): Promise<void> => {
    await byHand(sql`delete from crypto_incidents`);
    expect(await found(pages)).toEqual([]);
    for (const invariant of [...cryptoInvariants, ...withdrawalInvariants])
      expect([invariant.name, await invariant.check(world.db)]).toEqual([invariant.name, []]);
  };
  return { sweeping, found, byHand, clean };
}
