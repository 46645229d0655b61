/**
 * The one table of the states of a trade order: the next states of each, who may move an order there, what the books
 * owe in it and what its player reads. The trade worker, the books and the client derive from it.
 *
 * SQL has its own copy where it is the guard (`trade_orders_guard`, `trade_move`, constraints, triggers, partial
 * indexes); server/src/trades/states.test.ts tries every pair of states against the database and compares it with this
 * table.
 */
import {
  AT_STEAM,
  RESERVED,
  UNTIL_ACCEPTED,
  DEPOSIT_ACCEPTED,
  DEPOSIT_REVERSED,
  DEPOSIT_SETTLED,
  type OrderText,
  type OrderTextCondition,
  type OrderTextVariants,
  WITHDRAWAL_ACCEPTED,
  WITHDRAWAL_SETTLED,
  acceptText,
  failedWithdrawalText,
  confirmingText,
  tradeHoldText,
  failedDepositText,
  searchingText,
  preparingText,
} from './texts.ts';

export type TradeKind = 'DEPOSIT' | 'WITHDRAWAL';
export const TRADE_KINDS: readonly TradeKind[] = ['DEPOSIT', 'WITHDRAWAL'];

export type TradeState =
  | 'CREATED'
  | 'SENDING'
  | 'SENT'
  | 'NEEDS_CONFIRMATION'
  | 'UNKNOWN'
  | 'ACCEPTED'
  | 'SETTLED'
  | 'HELD'
  | 'DECLINED'
  | 'EXPIRED'
  | 'CANCELED'
  | 'REFUSED'
  | 'REVERSED';

/**
 * OPEN: an offer may still be accepted; the order counts against its player's limit, and its assets are in no other
 * offer. TRADING: the offer was accepted and Steam is not done. SETTLED: final. FAILED: it ended without a trade.
 * REVERSED: the player took it back.
 */
export type TradePhase = 'OPEN' | 'TRADING' | 'SETTLED' | 'FAILED' | 'REVERSED';

/** SITE: a command of the player, which opens the order. WORKER: the trade worker, which reports what Steam did. */
export type TradeMover = 'SITE' | 'WORKER';

/**
 * What the books owe. Deposits, once Steam reports the trade as complete: CREDIT (what arrived, not usable yet),
 * RELEASE (the same, usable), TAKE_BACK (what arrived leaves again). Withdrawals: LEAVE (the items are gone), GIVE_BACK
 * (the items are the player's again).
 */
export type BookingAction = 'CREDIT' | 'RELEASE' | 'TAKE_BACK' | 'LEAVE' | 'GIVE_BACK';

interface TradeStateRow {
  readonly phase: TradePhase;
  /** Who may move an order into this state. */
  readonly by: readonly TradeMover[];
  readonly next: readonly TradeState[];
  /** A deposit that was given up continues here when its offer is accepted after all. */
  readonly lateNext?: readonly TradeState[];
  /** A credited order never gets here: its deposit is taken back instead. */
  readonly unlessBooked?: true;
  readonly owes: Readonly<Record<TradeKind, BookingAction | null>>;
  readonly reads: Readonly<Record<TradeKind, OrderTextVariants>>;
}

const SITE_AND_WORKER = ['SITE', 'WORKER'] as const;
const WORKER = ['WORKER'] as const;
const NOTHING = { DEPOSIT: null, WITHDRAWAL: null } as const;
const GIVES_BACK = { DEPOSIT: null, WITHDRAWAL: 'GIVE_BACK' } as const;
const ACCEPTED_OR_OVER = ['ACCEPTED', 'HELD', 'DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED'] as const;

const TABLE = {
  /** Waits for the worker. */
  CREATED: {
    phase: 'OPEN',
    by: SITE_AND_WORKER,
    next: ['SENDING', 'REFUSED', 'EXPIRED'],
    owes: NOTHING,
    reads: { DEPOSIT: preparingText(AT_STEAM), WITHDRAWAL: preparingText(RESERVED) },
  },
  /** An offer may have been sent. */
  SENDING: {
    phase: 'OPEN',
    by: WORKER,
    next: ['CREATED', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: { DEPOSIT: preparingText(AT_STEAM), WITHDRAWAL: preparingText(RESERVED) },
  },
  /** The player can accept it. */
  SENT: {
    phase: 'OPEN',
    by: WORKER,
    next: ['NEEDS_CONFIRMATION', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: { DEPOSIT: acceptText(UNTIL_ACCEPTED), WITHDRAWAL: acceptText(RESERVED) },
  },
  /** The site still has to confirm its own offer. */
  NEEDS_CONFIRMATION: {
    phase: 'OPEN',
    by: WORKER,
    next: ['SENT', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: { DEPOSIT: confirmingText(UNTIL_ACCEPTED), WITHDRAWAL: confirmingText(RESERVED) },
  },
  /** Steam's response was lost; the worker is searching for the offer. */
  UNKNOWN: {
    phase: 'OPEN',
    by: WORKER,
    next: ['SENT', 'NEEDS_CONFIRMATION', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: {
      DEPOSIT: searchingText(
        ', and nothing is credited twice',
        'Your items stay in your Steam inventory unless you accept an offer with this code.',
      ),
      WITHDRAWAL: searchingText('', RESERVED),
    },
  },
  ACCEPTED: {
    phase: 'TRADING',
    by: WORKER,
    next: ['SETTLED', 'HELD', 'REFUSED', 'REVERSED'],
    owes: { DEPOSIT: 'CREDIT', WITHDRAWAL: null },
    reads: { DEPOSIT: DEPOSIT_ACCEPTED, WITHDRAWAL: WITHDRAWAL_ACCEPTED },
  },
  /** Final. */
  SETTLED: {
    phase: 'SETTLED',
    by: WORKER,
    next: [],
    owes: { DEPOSIT: 'RELEASE', WITHDRAWAL: 'LEAVE' },
    reads: { DEPOSIT: DEPOSIT_SETTLED, WITHDRAWAL: WITHDRAWAL_SETTLED },
  },
  /** Steam holds the trade, or reports a status that the site does not know. */
  HELD: {
    phase: 'TRADING',
    by: WORKER,
    next: ['ACCEPTED', 'REFUSED', 'REVERSED'],
    owes: NOTHING,
    reads: {
      DEPOSIT: tradeHoldText(
        'The items are credited when Steam hands them over, not before. Or the trade ends and you keep them.',
      ),
      WITHDRAWAL: tradeHoldText(
        'The items reach your Steam inventory when the hold ends. Or the trade ends and they come back.',
      ),
    },
  },
  DECLINED: {
    phase: 'FAILED',
    by: WORKER,
    next: [],
    owes: GIVES_BACK,
    reads: {
      DEPOSIT: failedDepositText('Declined', 'The offer was declined in Steam. Nothing was credited.'),
      WITHDRAWAL: failedWithdrawalText('Declined', 'The offer was declined in Steam.'),
    },
  },
  EXPIRED: {
    phase: 'FAILED',
    by: WORKER,
    next: [],
    lateNext: ['ACCEPTED', 'HELD'],
    owes: GIVES_BACK,
    reads: {
      DEPOSIT: failedDepositText('Expired', 'The offer was not accepted in time, so it was cancelled.'),
      WITHDRAWAL: failedWithdrawalText('Expired', 'The offer was not accepted in time, so it was cancelled.'),
    },
  },
  CANCELED: {
    phase: 'FAILED',
    by: WORKER,
    next: [],
    owes: GIVES_BACK,
    reads: {
      DEPOSIT: failedDepositText('Cancelled', 'The offer was cancelled. Nothing was credited.'),
      WITHDRAWAL: failedWithdrawalText('Cancelled', 'The offer was cancelled.'),
    },
  },
  REFUSED: {
    phase: 'FAILED',
    by: WORKER,
    next: [],
    lateNext: ['ACCEPTED', 'HELD'],
    unlessBooked: true,
    owes: GIVES_BACK,
    reads: {
      DEPOSIT: failedDepositText('Not possible', 'Steam did not make this trade.'),
      WITHDRAWAL: failedWithdrawalText('Not possible', 'Steam did not make this trade.'),
    },
  },
  /** The player took the trade back. */
  REVERSED: {
    phase: 'REVERSED',
    by: WORKER,
    next: [],
    owes: { DEPOSIT: 'TAKE_BACK', WITHDRAWAL: 'GIVE_BACK' },
    reads: {
      DEPOSIT: DEPOSIT_REVERSED,
      WITHDRAWAL: failedWithdrawalText('Taken back', 'The trade was taken back at Steam.'),
    },
  },
} as const satisfies Record<TradeState, TradeStateRow>;

export const TRADE_TABLE: Readonly<Record<TradeState, TradeStateRow>> = TABLE;
export const TRADE_STATES = Object.keys(TRADE_TABLE) as [TradeState, ...TradeState[]];

/** The states of these phases, in the order of the table. */
export function statesIn(...phases: readonly TradePhase[]): TradeState[] {
  return TRADE_STATES.filter((state) => phases.includes(TRADE_TABLE[state].phase));
}

export function phaseOf(state: TradeState): TradePhase {
  return TRADE_TABLE[state].phase;
}

type Ending = Exclude<TradePhase, 'OPEN' | 'TRADING'>;
/** The states in which nothing more happens automatically. */
export type TradeEnd = {
  [State in TradeState]: (typeof TABLE)[State]['phase'] extends Ending ? State : never;
}[TradeState];

/**
 * True when nothing more happens automatically. A deposit that was given up continues if its offer is accepted after
 * all.
 */
export function isEnd(state: TradeState): state is TradeEnd {
  return !['OPEN', 'TRADING'].includes(phaseOf(state));
}

/** True for an order that ended without a trade. */
export function endedWithoutTrade(state: TradeState): boolean {
  return phaseOf(state) === 'FAILED';
}

export interface TradeOrderState {
  readonly kind: TradeKind;
  readonly state: TradeState;
  readonly booked: boolean;
}

/** Whether an order may move to another state. */
export function canMoveTo({ kind, state, booked }: TradeOrderState, to: TradeState): boolean {
  const { next, lateNext = [] } = TRADE_TABLE[state];
  const leads = next.includes(to) || (kind === 'DEPOSIT' && lateNext.includes(to));
  return leads && !(booked && TRADE_TABLE[to].unlessBooked === true);
}

/** Steam's number for a complete trade: only then does it report what arrived. */
export const TRADE_COMPLETE = 3;

/** What the books owe an order; null: nothing yet, or nothing at all. `tradeStatus`: Steam's number. */
export function bookingDue(kind: TradeKind, state: TradeState, tradeStatus: number | null): BookingAction | null {
  const owed = TRADE_TABLE[state].owes[kind];
  const isIncoming = owed === 'CREDIT' || owed === 'RELEASE';
  return isIncoming && tradeStatus !== TRADE_COMPLETE ? null : owed;
}

/** What the player of an order reads, with its placeholders. */
export function orderTextOf(
  kind: TradeKind,
  state: TradeState,
  facts: Readonly<Record<OrderTextCondition, boolean>>,
): OrderText {
  const readings = TRADE_TABLE[state].reads[kind];
  return readings.findLast(({ when = [] }) => when.every((fact) => facts[fact])) ?? readings[0];
}
