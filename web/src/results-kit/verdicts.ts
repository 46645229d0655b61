/**
 * Recomputes the newest results in this browser, one round after another, when the page is quiet. A round counts as verified only if its proof
 * verifies, with what this browser noted of it before, and pays what the line says.
 */
import { useEffect } from 'react';
import { create } from 'zustand';
import { getRoundProof } from '@fairpot/contract/fair/calls';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { askFairness } from '../fairness/client.ts';
import { chainOf } from '../fairness/pins.ts';
import { checkBeacon, memoryOf, trustedChains, useWatch } from '../fairness/watcher.ts';
import { ask } from '../platform/calls/api.ts';
import { useSettings } from '../platform/page/settings.ts';
import { paysAsShown } from './pays-as-shown.ts';

export type Verdict = 'right' | 'wrong';

/** Rounds that a page checks by itself: those in view. The others are checked on their own page. */
const CHECKED = 6;

/** By round id. A round that could not be fetched or checked has none, and is tried again with the next results. */
export const useVerdicts = create<Readonly<Record<string, Verdict>>>(() => ({}));

let running = false;

/** Checks the newest of these results; call it with each answer. */
export function useChecked(results: readonly RecentResult[] | undefined): void {
  const offered = useSettings()?.beacon.drand;
  useEffect(() => {
    const chain = offered && chainOf(offered);
    if (!results || !chain || running || savesData()) return;
    checkBeacon(chain);
    running = true;
    void checkAll(results.slice(0, CHECKED)).finally(() => {
      running = false;
    });
  }, [results, offered]);
}

async function checkAll(results: readonly RecentResult[]): Promise<void> {
  for (const result of results) {
    // A changed beacon raises the alarm; nothing is verified until the player accepts it.
    if (document.hidden || useWatch.getState().beaconAlarm !== null) return;
    if (useVerdicts.getState()[result.roundId] !== undefined) continue;
    const verdict = await verdictOf(result).catch(() => null);
    if (verdict !== null) useVerdicts.setState({ [result.roundId]: verdict });
  }
}

/** Null when nothing was checked. */
async function verdictOf(result: RecentResult): Promise<Verdict | null> {
  const proof = await ask(getRoundProof, { id: result.roundId });
  if ('scripted' in proof) return null;
  const memory = memoryOf(result.roundId);
  const seen = memory === undefined ? {} : { hash: memory.hash, ...(memory.battle && { battle: memory.battle }) };
  const { verdict } = await askFairness({ ask: 'verify', proof, seen, chains: trustedChains() });
  return verdict.failed === null && paysAsShown(proof, result) ? 'right' : 'wrong';
}

/** The visitor asked for less traffic. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
