/**
 * Which EOS nodes are used, and of which chain: the beacon gateway's part of the configuration. app.ts reads it at startup with the
 * rest. Invariant: at least two nodes on different machines, because two must agree on a block.
 */
import { EOS_MAINNET } from '@fairpot/fairness/protocol/schedule';
import { z } from 'zod';
import type { Mode, PartSource } from '../../platform/process/config.ts';
import { httpUrl, isLoopback, NOWHERE, trimSlash } from '../../platform/process/outside-urls.ts';
import type { EosSources } from './eos-node.ts';

const LIVE_BASES = ['https://eos.greymass.com', 'https://eos.api.eosnation.io'];
/** No server listens there. */
const NO_BASES = [NOWHERE, 'http://127.0.0.1:10'];
/** A chain that no server has. */
const NO_CHAIN = '0'.repeat(64);
/** Two must be able to fail independently; fewer are useless. */
const MIN_NODES = 2;

export interface EosConfig {
  readonly eos: EosSources;
}

const Simulated = z.object({ eos: z.array(httpUrl).min(2), eosChain: z.string().regex(/^[0-9a-f]{64}$/) });

/** EOS_BASES, or the simulators of a demo, or the public nodes of live. Adds to `problems` if the site cannot start. */
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
  return isLoopback(base) ? [] : [`EOS_BASES: a demo may only use simulators on this machine, not ${base}`];
}

function liveProblem(base: string): string[] {
  if (isLoopback(base)) return [`EOS_BASES: live must not use a simulator (${base})`];
  return base.startsWith('https://') ? [] : [`EOS_BASES: live requires https, not ${base}`];
}

/** Two addresses are the same node if they have the same host; in a demo, where all are on this machine, the same port. */
function tooFew(mode: Mode, bases: readonly string[]): string[] {
  const machines = new Set(bases.map((base) => (mode === 'live' ? new URL(base).hostname : new URL(base).host)));
  if (machines.size >= MIN_NODES && machines.size === bases.length) return [];
  return [`EOS_BASES: at least ${MIN_NODES} nodes, each listed once and on its own host, not ${bases.join(', ')}`];
}
