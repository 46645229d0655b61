/**
 * Beacon outputs: fetched outside any transaction, verified, and stored once. A stored output decides results, so its
 * signature is verified here, whichever source it came from, and again by the settlement that reads it.
 */
import { verifyDrandSignature } from '@fairpot/fairness/protocol/beacon';
import type { Deps } from '../../../platform/process/deps.ts';
import { sql } from '../../../platform/database/sql.ts';

/** Why outputs are missing, by name: 'drand 123' (sweeps.ts builds the same names in SQL). */
export type MissingOutputs = ReadonlyMap<string, string>;

/** The output is due but not published yet: normal for a second or two. */
export const LATE = 'late';

/** The name of an output. */
export const drandName = (round: number): string => `drand ${round}`;

type FetchDeps = Pick<Deps, 'db' | 'settler' | 'clock' | 'gateways' | 'drandChain'>;

/**
 * Fetches the named outputs that are not stored yet. Returns those still missing, with the reason (late, unreachable or
 * not verifying); the next run asks for them again. Two nodes may fetch the same output: only one is stored.
 */
export async function fetchOutputs(
  deps: FetchDeps,
  rounds: readonly number[],
  signal: AbortSignal,
): Promise<MissingOutputs> {
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
