/**
 * Beacon outputs: fetched outside of any transaction, verified, and stored once. What is stored here decides results, so
 * the signature is verified again at this door, and a block id held against its number, whoever fetched it.
 */
import type { Game } from '@fairpot/contract/fair';
import { verifyDrandSignature, type DrandChain } from '@fairpot/fairness/beacon';
import { FAIR_BLOCK_DELAY_MS } from '@fairpot/fairness/schedule';
import type { Deps } from '../../platform/deps.ts';
import { sql, type Sql } from '../../platform/sql.ts';

/** Why outputs are away, by their names: 'drand 123', 'eos <chain> 456' (sweeps.ts makes the same names in SQL). */
export type Away = ReadonlyMap<string, string>;

/** An output that is due and not there yet: everyday life for a second or two. */
export const LATE = 'late';

export interface NamedBlock {
  readonly chain: string;
  readonly block: number;
}

const drandName = (round: number): string => `drand ${round}`;
const blockName = ({ chain, block }: NamedBlock): string => `eos ${chain} ${block}`;

type FetchDeps = Pick<Deps, 'db' | 'settler' | 'clock' | 'gateways' | 'drandChain'>;

/**
 * Tries to get the named outputs that are not stored yet. Returns those that are away, with why (late, unreachable or not
 * verifying): they are asked for again at the next run. Two nodes may fetch the same output: there is only one.
 */
export async function fetchOutputs(deps: FetchDeps, rounds: readonly number[], signal: AbortSignal): Promise<Away> {
  const chain = deps.drandChain;
  const answers = await Promise.all(
    rounds.map(async (round) => ({ round, answer: await deps.gateways.beacons.drand(round, signal) })),
  );
  const away = new Map<string, string>();
  for (const { round, answer } of answers) {
    if (answer.kind === 'ready' && verifyDrandSignature(chain, round, answer.signature)) {
      await deps.settler.run(sql`
        insert into beacon_outputs (chain, round, signature, fetched_at)
        values (${chain.chainHash}, ${round}, ${answer.signature}, ${deps.clock.now()})
        on conflict (chain, round) do nothing`);
    } else if (answer.kind === 'ready') away.set(drandName(round), 'its signature does not verify');
    else away.set(drandName(round), answer.kind === 'not-yet' ? LATE : answer.why);
  }
  return away;
}

/**
 * As `fetchOutputs`, of EOS blocks. A block that the nodes contradict each other about is away like one that nobody has:
 * the battle waits. What is stored once stays: no later answer replaces it.
 */
export async function fetchBlocks(deps: FetchDeps, named: readonly NamedBlock[], signal: AbortSignal): Promise<Away> {
  const away = new Map<string, string>();
  const answers = await Promise.all(
    named.map(async (one) => ({ one, answer: await deps.gateways.beacons.eosBlock(one.block, signal) })),
  );
  for (const { one, answer } of answers) {
    if (answer.kind === 'not-yet') away.set(blockName(one), LATE);
    else if (answer.kind === 'unusable') away.set(blockName(one), `${answer.fault}: ${answer.why}`);
    else if (answer.chain !== one.chain) away.set(blockName(one), `foreign-chain: this site asks ${answer.chain} now`);
    else {
      await deps.db.run(sql`
        insert into eos_blocks (chain, block, id, time, fetched_at)
        values (${one.chain}, ${one.block}, ${answer.id}, ${answer.time}, ${deps.clock.now()})
        on conflict (chain, block) do nothing`);
    }
  }
  return away;
}

/**
 * Scalar expression over `rounds r`: the drand round that counts (schedule.ts `drandRoundFor`), null for a battle whose
 * block is not stored yet. The settlement holds it against the formula itself.
 */
export function countedRoundSql(game: Game, { genesisMs, periodMs }: DrandChain): Sql {
  if (game !== 'casebattle') return sql`r.drand_round`;
  const since = FAIR_BLOCK_DELAY_MS - genesisMs + periodMs - 1;
  return sql`(select greatest(r.drand_round, (e.time + ${since}::bigint) / ${periodMs}::bigint + 1)
    from eos_blocks e where e.chain = r.eos_chain and e.block = r.eos_block)`;
}

/** Scalar expression over `rounds r`: the stored block that the round's lock names, as JSON; null for other games. */
export function eosSql(game: Game): Sql {
  if (game !== 'casebattle') return sql`null::json`;
  return sql`(select json_build_object('block', e.block, 'id', e.id, 'time', e.time)
    from eos_blocks e where e.chain = r.eos_chain and e.block = r.eos_block)`;
}
