/** What must hold after each drill: stakes, invariants of the books, and one public log that goes on from the head before. Findings in words. */
import { fromBase64 } from '@fairpot/fairness/encoding/base64';
import { openCheckpoint, type Checkpoint } from '@fairpot/fairness/tree/checkpoint';
import { verifyConsistency } from '@fairpot/fairness/tree/merkle';
import { parseVerifierKey } from '@fairpot/fairness/tree/note';
import { brokenInvariants } from '../e2e/lib/soak/account.ts';
import { creditedTwice } from '../e2e/lib/soak/trade-account.ts';
import { logIsComplete } from '../e2e/lib/soak/verifier.ts';
import { retryUntilAnswered, untilDone } from '../e2e/lib/soak/crowd.ts';
import { accountOf, type RecordedEntries, type StakeAccount } from './account.ts';
import type { Scene } from './scene.ts';

/** The entries of the crowd, with the items that each has staked. */
async function recordedOf({ db, crowd }: Scene): Promise<RecordedEntries[]> {
  const text = `
    select e.round_id as "roundId", e.player_id as "playerId", count(distinct e.no)::integer as entries,
      coalesce(array_agg(i.item_id) filter (where i.item_id is not null), '{}') as items
    from entries e left join stake_items i on i.round_id = e.round_id and i.entry_no = e.no
    where e.player_id = any($1) group by 1, 2`;
  return untilDone(() => db.many<RecordedEntries>({ text, values: [crowd.members.map(({ id }) => id)] }));
}

export async function stakeAccount(scene: Scene): Promise<StakeAccount> {
  return accountOf(scene.crowd.acknowledged, await recordedOf(scene));
}

/** All of one moment, because the house's bots go on playing. */
export async function brokenRules(scene: Scene): Promise<string[]> {
  const { db, inside } = scene;
  const broken = await untilDone(() => db.snapshot((moment) => brokenInvariants({ db: moment, inside })));
  return [...broken, ...(await creditedTwice(scene))];
}

/** The newest published head, verified under the log's key. */
export async function publishedHead(scene: Pick<Scene, 'origin'>, key: string): Promise<Checkpoint> {
  const answer = await retryUntilAnswered(async () => {
    const response = await fetch(`${scene.origin}/api/fair/log/checkpoint`);
    const text = await response.text();
    return { status: response.status, ok: response.ok, response: text, message: undefined };
  });
  return openCheckpoint(answer.response ?? '', parseVerifierKey(key));
}

export async function logKey({ origin }: Pick<Scene, 'origin'>): Promise<string> {
  const answer = await fetch(`${origin}/api/fair/log/head`);
  return ((await answer.json()) as { response: { key: string } }).response.key;
}

/** Waits until the log has every leaf, then whether it begins with the head before. */
export async function logFindings(scene: Scene, key: string, before: Checkpoint): Promise<string[]> {
  await logIsComplete(scene);
  const after = await publishedHead(scene, key);
  if (after.size < before.size) return [`the log shrank from ${before.size} to ${after.size} leaves`];
  const path = `from=${before.size}&to=${after.size}`;
  const answer = await fetch(`${scene.origin}/api/fair/log/consistency?${path}`);
  const { response } = (await answer.json()) as { response: { path: string[] } };
  const holds = verifyConsistency(before, after, response.path.map(fromBase64));
  return holds ? [] : [`the log of ${after.size} leaves does not begin with the head of ${before.size}`];
}
