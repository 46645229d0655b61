/**
 * Beacon outputs: fetched outside of any transaction, verified, and stored once. What is stored here decides results, so
 * the signature is verified again at this door, whoever fetched it, and once more by the settlement that takes it back out.
 */
import { verifyDrandSignature } from '@fairpot/fairness/protocol/beacon';
import type { Deps } from '../../../platform/process/deps.ts';
import { sql } from '../../../platform/database/sql.ts';

/** Why outputs are away, by their names: 'drand 123' (sweeps.ts makes the same names in SQL). */
export type Away = ReadonlyMap<string, string>;

/** An output that is due and not there yet: everyday life for a second or two. */
export const LATE = 'late';

const drandName = (round: number): string => `drand ${round}`;

type FetchDeps = Pick<Deps, 'db' | 'settler' | 'clock' | 'gateways' | 'drandChain'>;

/**
 * Tries to get the named outputs that are not stored yet. Returns those that are away, with why (late, unreachable or not
 * verifying): they are asked for again at the next run. Two nodes may fetch the same output: there is only one.
 */
export async function fetchOutputs(deps: FetchDeps, rounds: readonly number[], signal: AbortSignal): Promise<Away> {
  const chain = deps.drandChain;
  const answers = await Promise.all(
    rounds.map(async (round) => ({ round, answer: await deps.gateways.beacons.drand(round, signal) })),
  );
  const away = new Map<string, string>();
  for (const { round, answer } of answers) {
    if (answer.kind === 'ready' && verifyDrandSignature(chain, round, answer.signature)) {
      await deps.settler.run(sql`
        insert into beacon_outputs (chain, round, signature, fetched_at)
        values (${chain.chainHash}, ${round}, ${answer.signature}, ${deps.clock.now()})
        on conflict (chain, round) do nothing`);
    } else if (answer.kind === 'ready') away.set(drandName(round), 'its signature does not verify');
    else away.set(drandName(round), answer.kind === 'not-yet' ? LATE : answer.why);
  }
  return away;
}
