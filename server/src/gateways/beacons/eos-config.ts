/**
 * Which EOS nodes are asked, and of which chain: the beacon gateway's part of the configuration. Read by app.ts at the start,
 * together with the rest. Invariant: at least two nodes, each on a machine of its own, as two must agree on a block.
 */
import { EOS_MAINNET } from '@fairpot/fairness/protocol/schedule';
import { z } from 'zod';
import { httpUrl, isLoopback, NOWHERE, trimSlash, type Mode, type PartSource } from '../../platform/process/config.ts';
import type { EosSources } from './eos-node.ts';

const LIVE_BASES = ['https://eos.greymass.com', 'https://eos.api.eosnation.io'];
/** Nobody listens there. */
const NO_BASES = [NOWHERE, 'http://127.0.0.1:10'];
/** A chain that nobody serves. */
const NO_CHAIN = '0'.repeat(64);
/** Both must be able to err by themselves, and fewer are of no use. */
const LEAST_NODES = 2;

export interface EosConfig {
  readonly eos: EosSources;
}

const Simulated = z.object({ eos: z.array(httpUrl).min(2), eosChain: z.string().regex(/^[0-9a-f]{64}$/) });

/** EOS_BASES, else the simulators of a demo, else the public nodes of live. Adds what cannot start to `problems`. */
export function readEos({ mode, env, simulators }: PartSource, problems: string[]): EosConfig {
  const simulated = simulators === null ? null : readSimulated(simulators, problems);
  const set = env['EOS_BASES']?.split(',').map((base) => base.trim());
  if (set?.some((base) => !httpUrl.safeParse(base).success)) {
    problems.push('EOS_BASES: is not a list of http(s) URLs');
    return { eos: { bases: NO_BASES, chainId: NO_CHAIN } };
  }
  const bases = (set ?? (mode === 'live' ? LIVE_BASES : (simulated?.eos ?? NO_BASES))).map(trimSlash);
  problems.push(...(mode === 'live' ? bases.flatMap(liveProblem) : bases.flatMap(demoProblem)), ...tooFew(mode, bases));
  return { eos: { bases, chainId: mode === 'live' ? EOS_MAINNET : (simulated?.eosChain ?? NO_CHAIN) } };
}

function readSimulated(simulators: object, problems: string[]): z.infer<typeof Simulated> | null {
  const parsed = Simulated.safeParse(simulators);
  if (parsed.success) return parsed.data;
  problems.push(...parsed.error.issues.map((issue) => `SIMULATORS_JSON ${issue.path.join('.')}: ${issue.message}`));
  return null;
}

function demoProblem(base: string): string[] {
  return isLoopback(base) ? [] : [`EOS_BASES: a demo talks to simulators on this machine only, not to ${base}`];
}

function liveProblem(base: string): string[] {
  if (isLoopback(base)) return [`EOS_BASES: live never talks to a simulator (${base})`];
  return base.startsWith('https://') ? [] : [`EOS_BASES: live wants https, not ${base}`];
}

/** Two addresses are one node when they are one host; in a demo, where all are on this machine, when they are one port. */
function tooFew(mode: Mode, bases: readonly string[]): string[] {
  const machines = new Set(bases.map((base) => (mode === 'live' ? new URL(base).hostname : new URL(base).host)));
  if (machines.size >= LEAST_NODES && machines.size === bases.length) return [];
  return [`EOS_BASES: at least ${LEAST_NODES} nodes, each named once and on its own host, not ${bases.join(', ')}`];
}
