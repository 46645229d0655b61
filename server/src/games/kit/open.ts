/** Opening a round, and steps that leave it in its phase. Called by the games, and by the kit where a stake opens a round. */
import type { Game } from '@fairpot/contract/fair';
import type { Tx } from '../../platform/database/sql.ts';
import { sql } from '../../platform/database/sql.ts';
import { factsSql } from '../../platform/live/facts.ts';
import type { Deps } from '../../platform/process/deps.ts';
import { Stale } from '../../platform/runner/refused.ts';
import { openLeaf } from './leaves.ts';
import { newSecret } from './secrets.ts';

export interface NewRound {
  readonly id: string;
  readonly feeBps: number;
  /** Epoch ms. */
  readonly at: number;
}

/** Opens a round with its secret, number, leaf and fact, in the caller's transaction. */
export async function openRound(
  tx: Tx,
  { random }: Pick<Deps, 'random'>,
  game: Game,
  { id, feeBps, at }: NewRound,
): Promise<void> {
  const { secret, hash } = newSecret(random, game, id);
  const leaf = openLeaf({ game, roundId: id, hash, feeBps, openedAt: at });
  await tx.run(sql`
    with numbered as materialized (select round_next_number(${game}) as number), kept as (
      insert into round_secrets (round_id, secret) values (${id}, ${secret})
    ), logged as (
      insert into log_leaves (kind, round_id, body, at)
      select 'open', ${id}, replace(${leaf}, '"number":0', '"number":' || number), ${at} from numbered
    )
    insert into rounds (id, game, number, phase, version, hash, fee_bps, opened_at, one_at_a_time)
    select ${id}, g.name, n.number, 'open', 1, ${hash}, ${feeBps}, ${at}, g.one_at_a_time
    from numbered n join games g on g.name = ${game}`);
  tx.defer(factsSql([{ topic: game, subject: id, version: 1, type: `${game}.opened`, body: null }], at));
}

/** A round as it was when the change was decided on. */
interface Decided {
  readonly id: string;
  readonly version: number;
}

/** Records a change that leaves an open or settled round in its phase: version + 1, and the fact of it. */
export async function stepRound(tx: Tx, game: Game, { id, version }: Decided, type: string, at: number): Promise<void> {
  const stepped = await tx.run(sql`
    update rounds set version = version + 1 where id = ${id} and version = ${version}`);
  if (stepped !== 1) throw new Stale(`${id} is no longer at version ${version}`);
  tx.defer(factsSql([{ topic: game, subject: id, version: version + 1, type: `${game}.${type}`, body: null }], at));
}
