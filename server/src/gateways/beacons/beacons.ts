/** The beacon gateway as main.ts and makeWorld build it. */
import type { DrandChain } from '@fairpot/fairness/beacon';
import { fetchDrandRound } from './drand.ts';
import type { BeaconGateway } from './port.ts';

export interface BeaconSources {
  /** Origin of the drand relay, without a trailing slash. */
  readonly drandBase: string;
  readonly drandChain: DrandChain;
}

export function makeBeaconGateway(sources: BeaconSources): BeaconGateway {
  return { drand: (round, signal) => fetchDrandRound(sources.drandBase, sources.drandChain, round, signal) };
}
