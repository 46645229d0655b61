/**
 * EOS (Vaulta) blocks over HTTP, from several independent nodes at once. A block counts when at least two nodes of the
 * configured chain hold it as final and tell the same id and time; a contradiction between any two stops it, whatever
 * a third one says. So whoever runs one node can delay a battle and nothing else.
 *
 * An id is held against its number (its first four bytes). It is not recomputed from the header: the call that fits
 * leaves out the header's extensions, and two nodes that agree are what the protocol asks for (fairness.md, section 1).
 */
import type { Clock } from '../../platform/ports.ts';
import { askBlock, askInfo, trouble, type EosSources, type NodeBlock, type NodeInfo, type Told } from './eos-node.ts';
import type { EosBlockAnswer, EosHeadAnswer, EosTrouble } from './port.ts';

/** How many nodes must say the same. */
const EOS_QUORUM = 2;
/**
 * How old a head may be. The fair block is six blocks (3 s) past the head: from an older head it might exist already when
 * the lock names it.
 */
const HEAD_FRESH_MS = 2_000;
/** How far a head may be ahead of our clock: two honest clocks differ by this much, not by more. */
const HEAD_AHEAD_MS = 1_500;
/** A node whose head is older than this has fallen behind; until then a missing block is simply not final yet. */
const BEHIND_MS = 15_000;
/** Blocks between two heads that are both fresh, at half a second each; more is a number that cannot be true. */
const MOST_SPREAD = (HEAD_FRESH_MS + HEAD_AHEAD_MS) / 500 + 1;
/** Numbers are 32 bits on the chain. */
const MOST_BLOCKS = 0xffff_ffff;

/** The highest head that at least two fresh nodes tell. Refuses old ones: what is named from a head must lie ahead. */
export async function fetchEosHead(sources: EosSources, clock: Clock, signal: AbortSignal): Promise<EosHeadAnswer> {
  const answers = await Promise.all(sources.bases.map((base) => askInfo(sources, base, signal)));
  const now = clock.now();
  const looked = answers.map((answer) => freshOf(answer, now));
  const fresh = valuesOf(looked);
  if (fresh.length < EOS_QUORUM) return troubleOf(looked);
  const highest = fresh.reduce((best, each) => (each.head > best.head ? each : best));
  const lowest = Math.min(...fresh.map((each) => each.head));
  if (highest.head - lowest > MOST_SPREAD) {
    return { kind: 'unusable', fault: 'disagreement', why: `heads of the same moment: ${lowest} and ${highest.head}` };
  }
  return { kind: 'ready', chain: sources.chainId, num: highest.head, time: highest.headTime };
}

/** One final block, when at least two nodes agree on it and none contradicts. */
export async function fetchEosBlock(
  sources: EosSources,
  block: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<EosBlockAnswer> {
  if (!Number.isSafeInteger(block) || block < 1 || block > MOST_BLOCKS) {
    return { kind: 'unusable', fault: 'gap', why: `no such block: ${block}` };
  }
  const answers = await Promise.all(sources.bases.map((base) => finalBlock(sources, base, block, clock, signal)));
  const contradiction = contradictionIn(answers);
  if (contradiction !== null) return contradiction;
  const told = valuesOf(answers);
  const [first] = told;
  if (first !== undefined && told.length >= EOS_QUORUM)
    return { kind: 'ready', chain: sources.chainId, block, ...first };
  const waiting = answers.filter((answer) => answer.kind === 'not-yet').length;
  // Enough nodes are well and may agree in a moment: no trouble, only early.
  if (told.length + waiting >= EOS_QUORUM) return { kind: 'not-yet' };
  return troubleOf(answers);
}

function freshOf(answer: Told<NodeInfo>, now: number): Told<NodeInfo> {
  if (answer.kind !== 'told') return answer;
  const { base, value } = answer;
  const age = now - value.headTime;
  if (age > HEAD_FRESH_MS) return trouble('lagging', base, `its head ${value.head} is ${age} ms old`);
  if (age < -HEAD_AHEAD_MS) return trouble('lagging', base, `its head ${value.head} is ${-age} ms ahead of our clock`);
  return answer;
}

type Final = Told<NodeBlock> | { readonly kind: 'not-yet' };

/** The block as one node tells it, once that node holds it as irreversible. */
async function finalBlock(
  sources: EosSources,
  base: string,
  block: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Final> {
  const info = await askInfo(sources, base, signal);
  if (info.kind !== 'told') return info;
  const { irreversible, headTime } = info.value;
  if (irreversible < block) {
    const age = clock.now() - headTime;
    if (age <= BEHIND_MS) return { kind: 'not-yet' };
    return trouble('lagging', base, `its last final block is ${irreversible}, its head ${age} ms old`);
  }
  return askBlock(sources, base, block, signal);
}

/** A lie of any node, or two nodes that differ: no majority is counted then, a person has to look. */
function contradictionIn(answers: readonly Final[]): EosTrouble | null {
  const lie = answers.find((answer) => answer.kind === 'unusable' && answer.fault === 'tampered');
  if (lie?.kind === 'unusable') return lie;
  const told = answers.filter((answer) => answer.kind === 'told');
  const [first, ...others] = told;
  const other = others.find(({ value }) => value.id !== first?.value.id || value.time !== first.value.time);
  if (first === undefined || other === undefined) return null;
  const say = ({ base, value }: { base: string; value: NodeBlock }) => `${base} says ${value.id} at ${value.time}`;
  return { kind: 'unusable', fault: 'disagreement', why: `${say(first)}, ${say(other)}` };
}

function valuesOf<T>(answers: readonly (Told<T> | { readonly kind: 'not-yet' })[]): T[] {
  return answers.flatMap((answer) => (answer.kind === 'told' ? [answer.value] : []));
}

/** The first trouble, told with all of them; with none there are too few nodes. */
function troubleOf(answers: readonly (Told<unknown> | { readonly kind: 'not-yet' })[]): EosTrouble {
  const troubles = answers.filter((answer) => answer.kind === 'unusable');
  const [first] = troubles;
  if (first === undefined)
    return { kind: 'unusable', fault: 'unreachable', why: 'fewer than two nodes are configured' };
  return { ...first, why: troubles.map((each) => each.why).join('; ') };
}
