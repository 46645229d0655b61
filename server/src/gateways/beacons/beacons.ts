/** The beacon gateway that main.ts builds: fetches rounds by number and follows the newest one. */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { Clock } from '../../platform/process/ports.ts';
import { fetchDrandRound, fetchNewestRound } from './drand.ts';
import type { EosSources } from './eos-node.ts';
import { fetchFinalBlock } from './eos.ts';
import type { BeaconGateway, DrandAnswer } from '../../platform/process/beacon-port.ts';
import type { EosBlockAnswer } from './eos-answer.ts';

export interface BeaconSources {
  /** Origin of the drand relay, without a trailing slash. */
  readonly drandBase: string;
  readonly drandChain: DrandChain;
  readonly eos: EosSources;
}

type FinalBlock = Extract<EosBlockAnswer, { kind: 'ready' }>;

/** Blocks seen longer ago are left out of locks, where they would prove little. */
const BLOCK_FRESH_MS = 15_000;

/** `clock` shows whether the head of the chain is old, and which round to expect. */
export function makeBeaconGateway(sources: BeaconSources, clock: Clock): BeaconGateway {
  const { drandBase, drandChain: chain, eos } = sources;
  let newest = 0;
  let polling: Promise<void> | null = null;
  const pending = new Map<number, Promise<DrandAnswer>>();
  let block: (FinalBlock & { readonly seenAt: number }) | null = null;
  /** One request at a time, shared by all callers. */
  const pollNewest = (): Promise<void> =>
    (polling ??= fetchNewestRound(drandBase, chain, new AbortController().signal)
      .then((round) => void (newest = Math.max(newest, round ?? 0)))
      .finally(() => (polling = null)));
  /** One request for a round at a time: the games that wait for it ask at the same instant. */
  const fetchOnce = (round: number, signal: AbortSignal): Promise<DrandAnswer> => {
    const asked =
      pending.get(round) ?? fetchDrandRound(drandBase, chain, round, signal).finally(() => pending.delete(round));
    pending.set(round, asked);
    return asked;
  };
  const expected = () => Math.floor((clock.now() - chain.genesisMs) / chain.periodMs) + 1;
  return {
    drand: fetchOnce,
    newest: async () => {
      if (Math.abs(newest - expected()) > 1) await pollNewest();
      return newest === 0 ? null : newest;
    },
    finalBlock: () => {
      if (block === null || Math.abs(clock.now() - block.seenAt) > BLOCK_FRESH_MS) return null;
      const { seenAt: _, ...found } = block;
      return found;
    },
    follow: async (signal) => {
      const [, answer] = await Promise.all([pollNewest(), fetchFinalBlock(eos, clock, signal)]);
      if (answer.kind === 'ready') block = { ...answer, seenAt: clock.now() };
      return answer.kind === 'ready' ? [] : [`${answer.fault}: ${answer.why}`];
    },
  };
}
