/**
 * Escrow: money staked in a round, separate from all balances until the round ends. Used by games played for balance. Invariant: it
 * ends once, settled or voided, by the transfer in `escrows.ended_by`, and is empty then.
 */
import { cents, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { invariant } from '../platform/runner/refused.ts';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { account, transfer, type Posting } from './ledger.ts';

interface EscrowStep {
  readonly transferId: string;
  readonly roundId: string;
  readonly at: number;
}

/** Opens a round's escrow. Opening it again changes nothing. */
export async function openEscrow(tx: Tx, roundId: string, at: number): Promise<void> {
  await tx.run(sql`
    with opened as (
      insert into escrows (round_id, opened_at) values (${roundId}, ${at}) on conflict (round_id) do nothing
    )
    select ledger_open(${account.escrow(roundId)}, 'escrow', ${roundId}, ${at})`);
}

/**
 * Puts stakes into the round's escrow, in one transfer and once per `key`. Each sum comes from the named account, a player's cash
 * or their reserved money; each account is named once. Refuses NOT_ENOUGH_BALANCE.
 */
export async function holdInEscrow(
  tx: Tx,
  step: EscrowStep & { readonly key: string; readonly stakes: readonly Posting[] },
): Promise<void> {
  const { transferId, key, roundId, at, stakes } = step;
  // The row lock keeps the escrow from ending between this check and the transfer.
  const open = await tx.maybe<{ open: boolean }>(sql`
    select ended_by is null as open from escrows where round_id = ${roundId} for update`);
  invariant(open?.open, `the escrow of ${roundId} is not open`);
  await transfer(tx, {
    id: transferId,
    key,
    code: 'ESCROW_HOLD',
    ref: roundId,
    at,
    postings: [
      ...stakes.map((stake) => ({ account: stake.account, cents: cents(0 - stake.cents) })),
      { account: account.escrow(roundId), cents: sumCents(stakes.map((stake) => stake.cents)) },
    ],
  });
}

/** Pays out the whole escrow: the postings must add up to its balance. A second end of either kind is a bug of ours. */
export async function settleEscrow(tx: Tx, step: EscrowStep & { readonly payouts: readonly Posting[] }): Promise<void> {
  await endEscrow(tx, step, 'ESCROW_SETTLE', step.payouts);
}

/** Returns every stake to its player. A second end of either kind is a bug of ours. */
export async function voidEscrow(tx: Tx, step: EscrowStep): Promise<void> {
  const stakes = await tx.many<{ account: string; cents: Cents }>(sql`
    select p.account_id as account, -sum(p.cents)::bigint as cents
    from (select transfer_id from postings where account_id = ${account.escrow(step.roundId)} offset 0) t
    cross join lateral (select account_id, cents from postings where transfer_id = t.transfer_id offset 0) p
    where p.account_id <> ${account.escrow(step.roundId)}
    group by p.account_id order by p.account_id`);
  await endEscrow(tx, step, 'ESCROW_VOID', stakes);
}

/**
 * Where the money of a round is, in cents: `held` on players' hold accounts by transfers that name the round, in its escrow, and
 * paid to players out of the escrow when it was settled. For invariants.
 */
export function moneyOf(db: Db, roundId: string) {
  return db.one<{ held: number; escrow: number; won: number }>(sql`
    select coalesce(sum(p.cents) filter (where a.kind = 'player_hold'), 0)::bigint as held,
      coalesce(sum(p.cents) filter (where a.kind = 'escrow'), 0)::bigint as escrow,
      coalesce(sum(p.cents) filter (where a.kind = 'player_cash' and t.code = 'ESCROW_SETTLE'), 0)::bigint as won
    from transfers t join postings p on p.transfer_id = t.id join ledger_accounts a on a.id = p.account_id
    where t.ref = ${roundId}`);
}

async function endEscrow(tx: Tx, step: EscrowStep, code: string, payouts: readonly Posting[]): Promise<void> {
  const source = account.escrow(step.roundId);
  const { held } = await tx.one<{ held: Cents }>(sql`
    select a.balance as held from escrows e join ledger_accounts a on a.id = ${source}
    where e.round_id = ${step.roundId} for update`);
  const total = sumCents(payouts.map((p) => p.cents));
  invariant(held > 0 && total === held, `the escrow of ${step.roundId} holds ${held}, but ${total} would leave it`);
  const endedBy = await transfer(tx, {
    id: step.transferId,
    key: `escrow:${step.roundId}:end`,
    code,
    ref: step.roundId,
    at: step.at,
    postings: [{ account: source, cents: cents(0 - held) }, ...payouts],
  });
  const ended = await tx.run(sql`
    update escrows set ended_by = ${endedBy} where round_id = ${step.roundId} and ended_by is null`);
  invariant(ended === 1, `the escrow of ${step.roundId} has already ended`);
}
