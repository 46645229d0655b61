/**
 * Receipts: the one place that makes a command idempotent. A row binds a player's key to a call, its input and its answer, and is inserted last, in
 * the command's own transaction. Used by run-command.ts; `giveUpCall` is for code that makes calls on behalf of a player.
 */
import { createHash } from 'node:crypto';
import type { Command } from '@fairpot/contract/wire/call.schemas';
import { DatabaseError } from 'pg';
import { sql, type Db, type Sql, type Tx } from '../database/sql.ts';
import { refuse } from './refused.ts';

/** The identity of a stored answer; `key` is null when the caller sent none. */
export interface Receipt {
  readonly playerId: string;
  readonly call: string;
  readonly key: string | null;
  /** sha256 of the call's name and canonical input. */
  readonly inputHash: Buffer;
}

/** JSON with sorted keys: equal inputs have equal hashes in whatever order the client wrote them. Undefined fields are left out, as in JSON.stringify. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((v) => canonicalJson(v ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`);
  return `{${fields.join(',')}}`;
}

/** Sha256 of the call's name and its canonical input. A receipt binds its key to this. */
export function inputHash(call: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(`${call}\n${canonicalJson(input)}`)
    .digest();
}

/** A stored receipt; `response` is null for a call that was given up. */
export interface StoredReceipt {
  /** Position in the requested list, from 0. */
  readonly place: number;
  readonly isSame: boolean;
  readonly response: object | null;
}

const columns = (receipts: readonly Receipt[]): Sql => sql`
  ${receipts.map((each) => each.playerId)}::text[], ${receipts.map((each) => each.key)}::text[],
  ${receipts.map((each) => each.call)}::text[], ${receipts.map((each) => each.inputHash.toString('hex'))}::text[]`;

/** The receipts stored under these keys. Calls without a key have none. */
export function storedSql(receipts: readonly Receipt[]): Sql {
  return sql`
    select w.no - 1 as place, r.call = w.call and r.input_hash = decode(w.hash, 'hex') as "isSame", r.response
    from unnest(${columns(receipts)}) with ordinality as w (player_id, key, call, hash, no)
      join receipts r on r.player_id = w.player_id and r.key = w.key`;
}

/**
 * The stored answer for the same call and input; undefined when there is none. Refuses KEY_REUSED when the key belongs to another call or input,
 * UNAVAILABLE when the call was given up.
 */
export function answerOf(stored: StoredReceipt | undefined): object | undefined {
  if (stored === undefined) return undefined;
  if (!stored.isSame) refuse('KEY_REUSED');
  return stored.response ?? refuse('UNAVAILABLE');
}

/** As `answerOf`, reading the receipt now. */
export async function storedAnswer(db: Db, receipt: Receipt): Promise<object | undefined> {
  return receipt.key === null ? undefined : answerOf(await db.maybe<StoredReceipt>(storedSql([receipt])));
}

/** Waits until no command with a key is in flight, and lets none begin before the transaction ends: each reads its receipt first. */
export const holdCommandsSql: Sql = sql`lock table receipts in access exclusive mode`;

/** Stores answers. The insert waits for a call under the same key that is in flight, and fails when that one commits. */
export function keepSql(receipts: readonly (Receipt & { readonly response: unknown })[], at: number): Sql {
  return sql`
    insert into receipts (player_id, key, call, input_hash, response, at)
    select w.player_id, w.key, w.call, decode(w.hash, 'hex'), w.response::jsonb, ${at}::bigint
    from unnest(${columns(receipts)}, ${receipts.map((each) => JSON.stringify(each.response))}::text[])
      as w (player_id, key, call, hash, response)
    order by w.player_id, w.key`;
}

/** True for the error of an insert whose key is already taken. */
export function isKeyTaken(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === 'receipts_pkey';
}

/**
 * Gives up a player's call under this key, for good: a node that is still making the call finds the key taken and rolls back. If the call has already
 * happened, returns its stored answer; null once it is given up. Waits for a receipt that is being written. Refuses KEY_REUSED when the key belongs
 * to another call or input.
 */
export async function giveUpCall<R>(
  tx: Tx,
  which: { readonly call: Command; readonly playerId: string; readonly key: string; readonly input: unknown },
  now: number,
): Promise<R | null> {
  const { call, playerId, key } = which;
  const receipt = { playerId, key, call: call.name, inputHash: inputHash(call.name, call.input.parse(which.input)) };
  const taken = await tx.run(sql`
    insert into receipts (player_id, key, call, input_hash, response, at)
    values (${playerId}, ${key}, ${receipt.call}, ${receipt.inputHash}, null, ${now})
    on conflict do nothing`);
  if (taken === 1) return null;
  const stored = await tx.one<StoredReceipt>(storedSql([receipt]));
  if (!stored.isSame) refuse('KEY_REUSED');
  return stored.response as R | null;
}
