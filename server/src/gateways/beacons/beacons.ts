/** The beacon gateway as main.ts and makeWorld build it. */
import type { DrandChain } from '@fairpot/fairness/beacon';
import type { Clock } from '../../platform/ports.ts';
import { fetchDrandRound } from './drand.ts';
import type { EosSources } from './eos-node.ts';
import { fetchEosBlock, fetchEosHead } from './eos.ts';
import type { BeaconGateway } from './port.ts';

export interface BeaconSources {
  /** Origin of the drand relay, without a trailing slash. */
  readonly drandBase: string;
  readonly drandChain: DrandChain;
  readonly eos: EosSources;
}

/** `clock` tells an old head of the chain from a new one. */
export function makeBeaconGateway(sources: BeaconSources, clock: Clock): BeaconGateway {
  return {
    drand: (round, signal) => fetchDrandRound(sources.drandBase, sources.drandChain, round, signal),
    eosHead: (signal) => fetchEosHead(sources.eos, clock, signal),
    eosBlock: (block, signal) => fetchEosBlock(sources.eos, block, clock, signal),
  };
}
