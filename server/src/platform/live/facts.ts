/**
 * Writes facts: rows of `facts`, in the transaction of the change that they report. The runner writes what command handlers emit; sweeps and ledgers
 * may call writeFacts themselves; SQL functions use emit_fact().
 */
import type { NewFact } from '../runner/feature.ts';
import { sql } from '../database/sql.ts';
import type { Db, Sql } from '../database/sql.ts';

/** Writes the facts in the given order, in one statement. `at` is epoch ms. */
export async function writeFacts(db: Db, facts: readonly NewFact[], at: number): Promise<void> {
  if (facts.length > 0) await db.run(factsSql(facts, at));
}

/** The same as a statement. */
export function factsSql(facts: readonly NewFact[], at: number): Sql {
  const rows = facts.map((fact, position) => ({
    position,
    topic: fact.topic,
    player_id: fact.playerId ?? null,
    subject: fact.subject,
    version: fact.version,
    type: fact.type,
    body: fact.body,
  }));
  return sql`
    insert into facts (topic, player_id, subject, version, type, body, at)
    select topic, player_id, subject, version, type, nullif(body, 'null'::jsonb), ${at}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (position integer, topic text, player_id text, subject text, version integer, type text, body jsonb)
    order by position`;
}
