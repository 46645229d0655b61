/**
 * Receipts from the outside: for whoever makes a call in somebody's name and must know for certain that it will not happen any
 * more. The runner's own use of receipts is in command.ts.
 */
import type { Command } from '@fairpot/contract/schemas/call';
import { sql, type Tx } from '../database/sql.ts';
import { inputHash } from './canonical.ts';

/**
 * Gives up a hot command (`onAtomic`) of a player under this key, for good: its receipt is taken with no answer in it, so that a node
 * that is still about to make the call finds it taken and writes nothing. Gives the stored answer instead when the call has happened;
 * null when it was given up. Waits for one that is being written. Refuses KEY_REUSED when the key belongs to another call or input.
 */
export async function giveUpCall<R>(
  tx: Tx,
  which: { readonly call: Command; readonly playerId: string; readonly key: string; readonly input: unknown },
  now: number,
): Promise<R | null> {
  const { call, playerId, key } = which;
  const hash = inputHash(call.name, call.input.parse(which.input));
  const { stored } = await tx.one<{ stored: R | null }>(sql`
    select claim_receipt(${playerId}, ${key}, ${call.name}, ${hash}, null, ${now}) as stored`);
  return stored;
}
