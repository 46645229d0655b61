/** Shared by benches of a running site: runs the load in a process of its own, and checks the product's invariants. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/processes.ts';
import type { PlannedGame } from './players.ts';
import type { BenchSite } from './site.ts';

export interface LoadPlan {
  /** The game to play: one that is created and joined. */
  readonly game: string;
  readonly ports: readonly number[];
  readonly connections: number;
  readonly seconds: number;
  readonly games: readonly PlannedGame[];
}

export interface LoadResult {
  /** Successful stakes, and the milliseconds from the first request to the last answer. */
  readonly accepted: number;
  readonly ms: number;
  /** Of each accepted stake, in ms. */
  readonly latencies: readonly number[];
  /** Some of the unsuccessful answers. */
  readonly refused: readonly string[];
  /** True when the games ran out before the time did: the figure is then too low to be used. */
  readonly ranOut: boolean;
}

/** Every load reports its refusals. */
interface LoadOutput {
  readonly refused: readonly string[];
}

/** Runs bench/`script` over `plan` in a process of its own; what it prints is the result. Throws when anything was refused. */
export async function runLoad<R extends LoadOutput>(script: string, plan: object): Promise<R> {
  const file = join(tmpdir(), `fp-bench-${script}-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(plan), { mode: 0o600 }); // it contains sessions
  const child = spawn(process.execPath, ['--import', 'tsx', `bench/${script}`, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
  await once(child, 'close');
  rmSync(file);
  const result = JSON.parse(said) as R;
  if (result.refused.length > 0) throw new Error(`${script}: not accepted:\n${result.refused.join('\n')}`);
  return result;
}

/** Plays these games in a process of its own. Throws when a stake was refused or the games ran out. */
export async function playGames(
  { ports }: Pick<BenchSite, 'ports'>,
  plan: Omit<LoadPlan, 'ports'>,
): Promise<LoadResult> {
  const result = await runLoad<LoadResult>('load.ts', { ...plan, ports });
  if (result.ranOut) throw new Error('the prepared games ran out: raise MAX_STAKES_PER_SECOND');
  return result;
}

/** Throws when an invariant of the product does not hold. */
export async function requireInvariants({ db, inside }: BenchSite): Promise<void> {
  for (const stated of inside.features.flatMap((feature) => feature.invariants ?? [])) {
    const lines = await stated.check(db);
    if (lines.length > 0) throw new Error(`${stated.name}: ${lines.slice(0, 5).join('\n')}`);
  }
}
