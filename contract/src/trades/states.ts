/**
 * The one table of the states of a trade order: where an order goes from each, who may bring it there, what the books owe in it and what
 * its player reads. The trade worker, the books and the client are derived from it.
 *
 * SQL keeps its own text where it is the guard (`trade_orders_guard`, `trade_move`, constraints, triggers, partial indexes);
 * server/src/trades/states.test.ts tries every pair of states against the database and compares it with this table.
 */
import {
  AT_STEAM,
  RESERVED,
  UNTIL_ACCEPTED,
  DEPOSIT_ACCEPTED,
  DEPOSIT_REVERSED,
  DEPOSIT_SETTLED,
  type OrderWords,
  type ReadingFact,
  type Readings,
  WITHDRAWAL_ACCEPTED,
  WITHDRAWAL_SETTLED,
  asking,
  cameBack,
  confirming,
  held,
  kept,
  looking,
  preparing,
} from './words.ts';

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
 * OPEN: an offer may still be accepted; the order holds one of its player's places, and its assets are in no other offer. TRADING: the
 * offer was accepted and Steam is not done. SETTLED: for good. FAILED: it ended without a trade. REVERSED: the player took it back.
 */
export type TradePhase = 'OPEN' | 'TRADING' | 'SETTLED' | 'FAILED' | 'REVERSED';

/** SITE: a command of the player, which opens the order. WORKER: the trade worker, which says what Steam did. */
export type TradeMover = 'SITE' | 'WORKER';

/**
 * What the books owe. Deposits, once Steam says that the trade is complete: CREDIT (what came in, out of use), RELEASE (the same, for
 * use); TAKE_BACK (what came in leaves again). Withdrawals: LEAVE (the items are gone), GIVE_BACK (they are the player's again).
 */
export type Owed = 'CREDIT' | 'RELEASE' | 'TAKE_BACK' | 'LEAVE' | 'GIVE_BACK';

interface TradeStateRow {
  readonly phase: TradePhase;
  /** Who may bring an order into this state. */
  readonly by: readonly TradeMover[];
  readonly next: readonly TradeState[];
  /** A deposit that was given up goes on here when its offer turns up accepted all the same. */
  readonly lateNext?: readonly TradeState[];
  /** An order that was credited never comes here: what it brought is taken back instead. */
  readonly unlessBooked?: true;
  readonly owes: Readonly<Record<TradeKind, Owed | null>>;
  readonly reads: Readonly<Record<TradeKind, Readings>>;
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
    reads: { DEPOSIT: preparing(AT_STEAM), WITHDRAWAL: preparing(RESERVED) },
  },
  /** An offer may be out. */
  SENDING: {
    phase: 'OPEN',
    by: WORKER,
    next: ['CREATED', 'SENT', 'NEEDS_CONFIRMATION', 'UNKNOWN', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: { DEPOSIT: preparing(AT_STEAM), WITHDRAWAL: preparing(RESERVED) },
  },
  /** The player can accept it. */
  SENT: {
    phase: 'OPEN',
    by: WORKER,
    next: ['NEEDS_CONFIRMATION', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: { DEPOSIT: asking(UNTIL_ACCEPTED), WITHDRAWAL: asking(RESERVED) },
  },
  /** The site still has to confirm its own offer. */
  NEEDS_CONFIRMATION: {
    phase: 'OPEN',
    by: WORKER,
    next: ['SENT', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: { DEPOSIT: confirming(UNTIL_ACCEPTED), WITHDRAWAL: confirming(RESERVED) },
  },
  /** Steam's answer was lost, the offer is being looked for. */
  UNKNOWN: {
    phase: 'OPEN',
    by: WORKER,
    next: ['SENT', 'NEEDS_CONFIRMATION', ...ACCEPTED_OR_OVER],
    owes: NOTHING,
    reads: {
      DEPOSIT: looking(
        ', and nothing is credited twice',
        'Your items stay in your Steam inventory unless you accept an offer with this code.',
      ),
      WITHDRAWAL: looking('', RESERVED),
    },
  },
  ACCEPTED: {
    phase: 'TRADING',
    by: WORKER,
    next: ['SETTLED', 'HELD', 'REFUSED', 'REVERSED'],
    owes: { DEPOSIT: 'CREDIT', WITHDRAWAL: null },
    reads: { DEPOSIT: DEPOSIT_ACCEPTED, WITHDRAWAL: WITHDRAWAL_ACCEPTED },
  },
  /** For good. */
  SETTLED: {
    phase: 'SETTLED',
    by: WORKER,
    next: [],
    owes: { DEPOSIT: 'RELEASE', WITHDRAWAL: 'LEAVE' },
    reads: { DEPOSIT: DEPOSIT_SETTLED, WITHDRAWAL: WITHDRAWAL_SETTLED },
  },
  /** Steam holds the trade, or says something about it that the site does not know. */
  HELD: {
    phase: 'TRADING',
    by: WORKER,
    next: ['ACCEPTED', 'REFUSED', 'REVERSED'],
    owes: NOTHING,
    reads: {
      DEPOSIT: held(
        'The items are credited when Steam hands them over, not before. Or the trade ends and you keep them.',
      ),
      WITHDRAWAL: held(
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
      DEPOSIT: kept('Declined', 'The offer was declined in Steam. Nothing was credited.'),
      WITHDRAWAL: cameBack('Declined', 'The offer was declined in Steam.'),
    },
  },
  EXPIRED: {
    phase: 'FAILED',
    by: WORKER,
    next: [],
    lateNext: ['ACCEPTED', 'HELD'],
    owes: GIVES_BACK,
    reads: {
      DEPOSIT: kept('Expired', 'The offer was not accepted in time, so it was cancelled.'),
      WITHDRAWAL: cameBack('Expired', 'The offer was not accepted in time, so it was cancelled.'),
    },
  },
  CANCELED: {
    phase: 'FAILED',
    by: WORKER,
    next: [],
    owes: GIVES_BACK,
    reads: {
      DEPOSIT: kept('Cancelled', 'The offer was cancelled. Nothing was credited.'),
      WITHDRAWAL: cameBack('Cancelled', 'The offer was cancelled.'),
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
      DEPOSIT: kept('Not possible', 'Steam did not make this trade.'),
      WITHDRAWAL: cameBack('Not possible', 'Steam did not make this trade.'),
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
      WITHDRAWAL: cameBack('Taken back', 'The trade was taken back at Steam.'),
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
/** The states in which nothing more happens by itself. */
export type TradeEnd = {
  [State in TradeState]: (typeof TABLE)[State]['phase'] extends Ending ? State : never;
}[TradeState];

/** True when nothing more happens by itself. A deposit that was given up and is accepted all the same goes on again. */
export function isEnd(state: TradeState): state is TradeEnd {
  return !['OPEN', 'TRADING'].includes(phaseOf(state));
}

/** True for an order that ended without a trade. */
export function endedWithoutTrade(state: TradeState): boolean {
  return phaseOf(state) === 'FAILED';
}

export interface Standing {
  readonly kind: TradeKind;
  readonly state: TradeState;
  readonly booked: boolean;
}

/** Whether an order that stands so may go to another state. */
export function mayGo({ kind, state, booked }: Standing, to: TradeState): boolean {
  const { next, lateNext = [] } = TRADE_TABLE[state];
  const leads = next.includes(to) || (kind === 'DEPOSIT' && lateNext.includes(to));
  return leads && !(booked && TRADE_TABLE[to].unlessBooked === true);
}

/** Steam's number for a trade that is complete: only then it says what came in. */
export const TRADE_COMPLETE = 3;

/** What the books owe an order; null: nothing yet, or nothing at all. `tradeStatus`: Steam's number. */
export function owedBy(kind: TradeKind, state: TradeState, tradeStatus: number | null): Owed | null {
  const owed = TRADE_TABLE[state].owes[kind];
  const isIncoming = owed === 'CREDIT' || owed === 'RELEASE';
  return isIncoming && tradeStatus !== TRADE_COMPLETE ? null : owed;
}

/** What the player of an order reads, with its placeholders. */
export function readingOf(
  kind: TradeKind,
  state: TradeState,
  facts: Readonly<Record<ReadingFact, boolean>>,
): OrderWords {
  const readings = TRADE_TABLE[state].reads[kind];
  return readings.findLast(({ when = [] }) => when.every((fact) => facts[fact])) ?? readings[0];
}
