/**
 * The money of a battle: held on the player's own account while it waits, in escrow from the start, paid from there when the replay
 * is over. The escrow holds the seats' prices; drops are worth more or less than that, and the house takes the difference.
 * Invariant: every cent that a seat put in leaves once, and each transfer names its seat or battle.
 */
import { cents, type Cents } from '@fairpot/contract/wire/money';
import { holdInEscrow, openEscrow, settleEscrow, voidEscrow } from '../../ledger/escrow.ts';
import { account, paymentPostings, type Posting, transfer } from '../../ledger/ledger.ts';
import type { Ids } from '../../platform/process/ports.ts';
import type { Tx } from '../../platform/database/sql.ts';
import type { BattleWinnings } from './rules.ts';
import type { Battle, SeatRow } from './store.ts';

interface MoneyStep {
  readonly ids: Ids;
  readonly at: number;
}

/** Reserves the price of a seat. Refuses NOT_ENOUGH_BALANCE. */
export async function holdSeat(tx: Tx, battleId: string, seat: SeatRow, { ids, at }: MoneyStep): Promise<void> {
  await transfer(tx, {
    id: ids.next('transfer'),
    key: `casebattle:${battleId}:hold:${seat.id}`,
    code: 'BATTLE_HOLD',
    ref: battleId,
    at,
    postings: paymentPostings(account.cash(seat.playerId), account.hold(seat.playerId), seat.cents),
  });
}

/** Releases the reserved price. */
export async function releaseSeat(tx: Tx, battleId: string, seat: SeatRow, { ids, at }: MoneyStep): Promise<void> {
  await transfer(tx, {
    id: ids.next('transfer'),
    key: `casebattle:${battleId}:release:${seat.id}`,
    code: 'BATTLE_RELEASE',
    ref: battleId,
    at,
    postings: paymentPostings(account.hold(seat.playerId), account.cash(seat.playerId), seat.cents),
  });
}

/** The battle has started: moves everything reserved for it into its escrow. */
export async function stakeHolds(
  tx: Tx,
  battleId: string,
  seats: readonly SeatRow[],
  { ids, at }: MoneyStep,
): Promise<void> {
  await openEscrow(tx, battleId, at);
  await holdInEscrow(tx, {
    transferId: ids.next('transfer'),
    roundId: battleId,
    at,
    key: `casebattle:${battleId}:stake`,
    stakes: seats.map((seat) => ({ account: account.hold(seat.playerId), cents: seat.cents })),
  });
}

/** Refunds the price of every seat: from the hold while the battle waited, from the escrow after the start. */
export async function refundStakes(tx: Tx, battle: Battle, step: MoneyStep): Promise<void> {
  if (battle.round.lockedAt !== null) {
    await voidEscrow(tx, { transferId: step.ids.next('transfer'), roundId: battle.id, at: step.at });
  }
  for (const seat of battle.seats) await releaseSeat(tx, battle.id, seat, step);
}

/** Pays the winners the sum of all drops. The house adds what the prices do not cover, and keeps what is left of them. */
export async function payWins(
  tx: Tx,
  battle: Battle,
  wins: readonly BattleWinnings[],
  { ids, at }: MoneyStep,
): Promise<void> {
  await settleEscrow(tx, {
    transferId: ids.next('transfer'),
    roundId: battle.id,
    at,
    payouts: payoutPostings(battle, wins),
  });
}

/** Postings out of the escrow: the winnings, and the house's part, which is negative when drops are worth more than the prices. */
export function payoutPostings(battle: Pick<Battle, 'seats'>, wins: readonly BattleWinnings[]): Posting[] {
  const staked = battle.seats.reduce((sum, seat) => sum + seat.cents, 0);
  const won = wins.reduce((sum, win) => sum + win.cents, 0);
  const house: Cents = cents(staked - won);
  const paid = wins.map((win): Posting => ({ account: account.cash(win.playerId), cents: win.cents }));
  return house === 0 ? paid : [...paid, { account: account.house, cents: house }];
}
