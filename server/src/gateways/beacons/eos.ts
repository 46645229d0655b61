/**
 * EOS (Vaulta) blocks over HTTP, from several independent nodes at once. A block counts if at least two nodes of the configured chain
 * report it as final with the same id. A contradiction between any two rejects it, whatever a third one says. The block is part of a
 * battle's lock, to show that the record was not written before it; no result depends on it.
 *
 * The id is checked against its number (its first four bytes). It is not recomputed from the header: the call leaves out the header's
 * extensions, and the protocol only asks for two nodes that agree (fairness/README.md).
 */
import type { Clock } from '../../platform/process/ports.ts';
import {
  fetchNodeBlock,
  fetchNodeInfo,
  makeTrouble,
  type EosSources,
  type NodeInfo,
  type EosNodeResult,
} from './eos-node.ts';
import type { EosBlockAnswer, EosTrouble } from './eos-answer.ts';

/** How many nodes must agree. */
const EOS_QUORUM = 2;
/** A node whose head is older than this is lagging. */
const LAGGING_MS = 15_000;

/** The last final block that all up-to-date nodes have, if at least two agree on it and none contradicts. */
export async function fetchFinalBlock(sources: EosSources, clock: Clock, signal: AbortSignal): Promise<EosBlockAnswer> {
  const infos = await Promise.all(sources.bases.map((base) => fetchNodeInfo(sources, base, signal)));
  const now = clock.now();
  const checked = infos.map((info) => upToDate(info, now));
  const current = checked.flatMap((info) => (info.kind === 'answer' ? [info] : []));
  if (current.length < EOS_QUORUM) return combineTroubles(checked);
  const block = Math.min(...current.map(({ value }) => value.irreversible));
  const blocks = await Promise.all(current.map(({ base }) => fetchNodeBlock(sources, base, block, signal)));
  const lie = blocks.find((answer) => answer.kind === 'unusable' && answer.fault === 'tampered');
  if (lie?.kind === 'unusable') return lie;
  const ids = blocks.flatMap((answer) => (answer.kind === 'answer' ? [answer] : []));
  const [first] = ids;
  const conflict = ids.find(({ value }) => value.id !== first?.value.id);
  if (first !== undefined && conflict !== undefined) {
    const why = `${first.base} reports ${first.value.id}, ${conflict.base} reports ${conflict.value.id} for ${block}`;
    return { kind: 'unusable', fault: 'disagreement', why };
  }
  if (first === undefined || ids.length < EOS_QUORUM) return combineTroubles(blocks);
  return { kind: 'ready', chain: sources.chainId, block, id: first.value.id };
}

function upToDate(answer: EosNodeResult<NodeInfo>, now: number): EosNodeResult<NodeInfo> {
  if (answer.kind !== 'answer') return answer;
  const { base, value } = answer;
  const age = now - value.headTime;
  return age > LAGGING_MS ? makeTrouble('lagging', base, `its head ${value.head} is ${age} ms old`) : answer;
}

/** The first trouble, with the text of all; if there is none, too few nodes are configured. */
function combineTroubles(answers: readonly EosNodeResult<unknown>[]): EosTrouble {
  const troubles = answers.filter((answer) => answer.kind === 'unusable');
  const [first] = troubles;
  if (first === undefined)
    return { kind: 'unusable', fault: 'unreachable', why: 'fewer than two nodes are configured' };
  return { ...first, why: troubles.map((each) => each.why).join('; ') };
}
