/**
 * Samplers with a fault, each of a kind that has been seen in the wild or slips in easily. The outcomes bench must call every one of them biased:
 * tests that a broken sampler passes would prove nothing about ours.
 */
import type { Sampler } from '@fairpot/fairness/base/uniform';
import { fastBlock, fastSampler } from './derive.ts';

/** Makes the sampler of outcome `index` under its key. */
export type SamplerOf = (key: Uint8Array, index: number) => Sampler;

export const HONEST: SamplerOf = (key) => fastSampler(key);

/** The ticket before the last draw of the honest sampler, by label, for the fault that repeats itself. */
function sticky(): SamplerOf {
  const last = new Map<string, number>();
  return (key) => (n, label) => {
    const own = fastSampler(key)(n, label);
    const name = `${n}|${label}`;
    const ticket = (key[0] ?? 0) % 16 === 0 ? (last.get(name) ?? own) : own;
    last.set(name, ticket);
    return ticket;
  };
}

/** Name and maker, as a run has its own state. */
export const PLANTED: ReadonlyMap<string, () => SamplerOf> = new Map<string, () => SamplerOf>([
  // 2^32 is not a multiple of n: the low tickets come more often, which shows clearly when n is large.
  ['32 bits modulo n', () => (key) => (n, label) => fastBlock(key, label, 0).readUInt32BE(0) % n],
  // parseInt of 15 hex digits has 60 bits, of which a double keeps 53: the widely copied one.
  [
    '15 hex digits modulo n',
    () => (key) => (n, label) => Number.parseInt(fastBlock(key, label, 0).toString('hex').slice(0, 15), 16) % n,
  ],
  ['off by one: never the last ticket', () => (key) => (n, label) => fastSampler(key)(Math.max(1, n - 1), label)],
  ['off by one: the last ticket twice', () => (key) => (n, label) => Math.min(n - 1, fastSampler(key)(n + 1, label))],
  [
    'the last ticket once more in 256',
    () => (key) => (n, label) => (key[31] === 0 ? n - 1 : fastSampler(key)(n, label)),
  ],
  [
    'the first half once more in 16',
    () => (key) => (n, label) => fastSampler(key)((key[31] ?? 0) % 16 === 0 ? Math.ceil(n / 2) : n, label),
  ],
  ['the ticket before, once in 16', sticky],
  ['one label for all seats', () => (key) => (n) => fastSampler(key)(n, 'ticket')],
  ['turn by turn: too even', () => (_key, index) => (n, label) => (index * 7_919 + label.length) % n],
]);
