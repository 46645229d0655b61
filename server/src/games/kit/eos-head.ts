/**
 * The head of the EOS chain, from which the lock of a battle names its fair block. Asked outside of any transaction, just
 * before the last seat is taken. Invariant: the named block lies ahead when the lock is committed (protocol fp/1, 1).
 */
import { EOS_BLOCK_MS, FAIR_BLOCK_AHEAD } from '@fairpot/fairness/schedule';
import type { EosHeadAnswer } from '../../gateways/beacons/port.ts';
import type { Deps } from '../../platform/deps.ts';
import { refuse } from '../../platform/refused.ts';

export type EosHead = Extract<EosHeadAnswer, { kind: 'ready' }>;

/** A lock must be written this much before its block can exist. */
const MARGIN_MS = 500;

/** Is there still time to write a lock that names its block from this head? */
export function isFresh(head: EosHead, now: number): boolean {
  return now + MARGIN_MS < head.time + FAIR_BLOCK_AHEAD * EOS_BLOCK_MS;
}

/** The head as the nodes tell it now. Refuses BEACON_UNKNOWN when they do not: nothing can be named then. */
export async function askHead(deps: Pick<Deps, 'gateways' | 'log'>): Promise<EosHead> {
  const answer = await deps.gateways.beacons.eosHead(new AbortController().signal);
  if (answer.kind === 'ready') return answer;
  deps.log.warn({ fault: answer.fault, why: answer.why }, 'no battle can start: the head of EOS is not known');
  return refuse('BEACON_UNKNOWN');
}
