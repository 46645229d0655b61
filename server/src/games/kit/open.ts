/**
 * Opening a round, and steps that leave it in its phase. Called by the games, and by the kit when a stake opens a
 * round.
 */
import type { ProvableGame } from '@fairpot/contract/fair/schemas';
import { GAMES } from '@fairpot/contract/games/games';
import type { Tx } from '../../platform/database/sql.ts';
import { sql } from '../../platform/database/sql.ts';
import { factsSql } from '../../platform/live/facts.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { Stale } from '../../platform/runner/refused.ts';
import { openLeaf } from './leaves.ts';
import { newSecret } from './secrets.ts';

/** Same as the game's row in the table `games`; a foreign key keeps them consistent. */
const isOneAtATime = (name: ProvableGame): boolean =>
  GAMES.some(({ game, rounds }) => game === name && rounds === 'one');

export interface NewRound {
  readonly id: string;
  readonly feeBps: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Opens rounds, each with its secret, number, leaf and fact, in the caller's transaction. */
export async function openRounds(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  game: ProvableGame,
  rounds: readonly NewRound[],
): Promise<void> {
  const [first] = rounds;
  if (first === undefined) return;
  const rows = rounds.map(({ id, feeBps, at }, place) => {
    const { secret, hash } = newSecret(random, game, id);
    const leaf = openLeaf({ game, roundId: id, hash, feeBps, openedAt: at });
    return { place, id, hash, feeBps, secret, leaf, at };
  });
  await tx.run(sql`
    with wanted as materialized (
      select w.*
      from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as (place integer, id text, hash text, "feeBps" integer, secret text, leaf text, at bigint),
        unnest(round_take_numbers(${game}, ${rows.length}::integer)))
        as w (place, id, hash, "feeBps", secret, leaf, at, number)
    ), kept as (
      insert into round_secrets (round_id, secret) select id, secret from wanted
    ), logged as (
      insert into log_leaves (kind, round_id, body, at)
      select 'open', id, replace(leaf, '"number":0', '"number":' || number), at from wanted order by place
    )
    insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at, one_at_a_time)
    select id, ${game}, number, 'open', 1, hash, "feeBps", at, ${isOneAtATime(game)}::boolean from wanted`);
  const facts = rounds.map(({ id }) => ({ topic: game, subject: id, version: 1, type: `${game}.opened`, body: null }));
  tx.defer(factsSql(facts, first.at));
}

/** A change that leaves a round in its phase; `version` is the round's before it. */
export interface RoundStep {
  readonly id: string;
  readonly version: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Records changes that leave rounds in their phase: each raises its round's version by one and is a fact. */
export async function stepRounds(tx: Tx, game: ProvableGame, type: string, steps: readonly RoundStep[]): Promise<void> {
  const [first] = steps;
  if (first === undefined) return;
  const rows = steps.map(({ id, version }) => ({ id, version }));
  const { stepped, rounds } = await tx.one<{ stepped: number; rounds: number }>(sql`
    with wanted as materialized (
      select id, min(version) as version, count(*)::integer as steps
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (id text, version integer) group by id
    ), stepped as (
      update rounds r set version = r.version + w.steps from wanted w where r.id = w.id and r.version = w.version
      returning 1
    )
    select (select count(*) from stepped) as stepped, (select count(*) from wanted) as rounds`);
  if (stepped !== rounds) throw new Stale('a round changed after the decision');
  const facts = steps.map(({ id, version }) => {
    return { topic: game, subject: id, version: version + 1, type: `${game}.${type}`, body: null };
  });
  tx.defer(factsSql(facts, first.at));
}
