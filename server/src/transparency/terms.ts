/**
 * The terms of future rounds, as a leaf: fee rates and the beacon's description. Written at start-up when they differ
 * from the ones in the log; a later change of a rate is a leaf by trigger (0004_rounds.sql).
 */
import { canon } from '@fairpot/fairness/encoding/canon';
import { parseLeaf, type Leaf } from '@fairpot/fairness/log/leaf';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { feesOf } from '../games/games.ts';
import { termsInForce } from '../games/kit/leaf-feed.ts';
import { appendTerms } from '../games/kit/leaves.ts';
import type { Deps } from '../platform/process/deps.ts';
import { storedSettings } from '../platform/runner/settings.ts';

/** Announces the terms of this server, unless they are announced. Two nodes may both do it: a duplicate is harmless. */
export async function announceTerms({
  db,
  clock,
  drandChain,
}: Pick<Deps, 'db' | 'clock' | 'drandChain'>): Promise<void> {
  await db.transaction(async (tx) => {
    const fees = feesOf(await storedSettings(tx));
    const { chainHash, publicKey, genesisMs, periodMs, scheme } = drandChain;
    const drand = { chainHash, publicKey, genesisMs, periodMs, scheme };
    const at = clock.now();
    if (canon({ fees, drand }) === announced((await termsInForce(tx)).map((body) => parseLeaf(utf8(body))))) return;
    await appendTerms(tx, canon({ v: 'fp/2', type: 'terms', at, fees, drand }), at);
  });
}

/** The result of terms and later fee changes; null when nothing was announced. */
function announced(leaves: readonly Leaf[]): string | null {
  const terms = leaves.find((leaf) => leaf.type === 'terms');
  if (terms === undefined) return null;
  const changes = leaves.flatMap((leaf) => (leaf.type === 'fee' ? [[leaf.game, leaf.feeBps] as const] : []));
  return canon({ fees: { ...terms.fees, ...Object.fromEntries(changes) }, drand: terms.drand });
}
