/**
 * EOS (Vaulta) blocks over HTTP, from several independent nodes at once. A block counts when at least two nodes of the
 * configured chain hold it as final and tell the same id; a contradiction between any two stops it, whatever a third one
 * says. It stands in a battle's lock to show that the record was not written before it; no result rests on it.
 *
 * An id is held against its number (its first four bytes). It is not recomputed from the header: the call that fits
 * leaves out the header's extensions, and two nodes that agree are what the protocol asks for (fairness.md, section 1).
 */
import type { Clock } from '../../platform/process/ports.ts';
import { askBlock, askInfo, trouble, type EosSources, type NodeInfo, type Told } from './eos-node.ts';
import type { EosBlockAnswer, EosTrouble } from './eos-answer.ts';

/** How many nodes must say the same. */
const EOS_QUORUM = 2;
/** A node whose head is older than this has fallen behind. */
const BEHIND_MS = 15_000;

/** The last final block that every node which is up to date has, when at least two agree on it and none contradicts. */
export async function fetchFinalBlock(sources: EosSources, clock: Clock, signal: AbortSignal): Promise<EosBlockAnswer> {
  const infos = await Promise.all(sources.bases.map((base) => askInfo(sources, base, signal)));
  const now = clock.now();
  const looked = infos.map((info) => upToDate(info, now));
  const current = looked.flatMap((info) => (info.kind === 'told' ? [info] : []));
  if (current.length < EOS_QUORUM) return troubleOf(looked);
  const block = Math.min(...current.map(({ value }) => value.irreversible));
  const told = await Promise.all(current.map(({ base }) => askBlock(sources, base, block, signal)));
  const lie = told.find((answer) => answer.kind === 'unusable' && answer.fault === 'tampered');
  if (lie?.kind === 'unusable') return lie;
  const ids = told.flatMap((answer) => (answer.kind === 'told' ? [answer] : []));
  const [first] = ids;
  const other = ids.find(({ value }) => value.id !== first?.value.id);
  if (first !== undefined && other !== undefined) {
    const why = `${first.base} says ${first.value.id}, ${other.base} says ${other.value.id} of block ${block}`;
    return { kind: 'unusable', fault: 'disagreement', why };
  }
  if (first === undefined || ids.length < EOS_QUORUM) return troubleOf(told);
  return { kind: 'ready', chain: sources.chainId, block, id: first.value.id };
}

function upToDate(answer: Told<NodeInfo>, now: number): Told<NodeInfo> {
  if (answer.kind !== 'told') return answer;
  const { base, value } = answer;
  const age = now - value.headTime;
  return age > BEHIND_MS ? trouble('lagging', base, `its head ${value.head} is ${age} ms old`) : answer;
}

/** The first trouble, told with all of them; with none there are too few nodes. */
function troubleOf(answers: readonly Told<unknown>[]): EosTrouble {
  const troubles = answers.filter((answer) => answer.kind === 'unusable');
  const [first] = troubles;
  if (first === undefined)
    return { kind: 'unusable', fault: 'unreachable', why: 'fewer than two nodes are configured' };
  return { ...first, why: troubles.map((each) => each.why).join('; ') };
}
