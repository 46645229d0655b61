/** The history of a player: movements of money and of items in one list, newest first. Reads at most a page of each, by key. */
import { usd } from '@fairpot/contract/wire/money';
import { HISTORY_KINDS, HISTORY_PAGE, type HistoryKind } from '@fairpot/contract/profile/calls';
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { listHistory, Movement } from '@fairpot/contract/profile/schemas';
import { MOVE_CODES } from '@fairpot/contract/operations/trace/calls';
import { ALL_PUBLISHED_AFTER_MS } from '../accounts/results.ts';
import { moneyMovements, type MoneyMovement } from '../ledger/history.ts';
import type { Db } from '../platform/database/sql.ts';
import { playerMoves, type PlayerMove } from '../vault/history.ts';
import { presentSkin } from '../vault/types.ts';

const KIND_OF_MOVE: Readonly<Record<(typeof MOVE_CODES)[number], HistoryKind>> = {
  MINT: 'DEPOSIT',
  STAKE: 'GAME',
  RETURN: 'GAME',
  WIN: 'GAME',
  FEE: 'GAME',
  SELL: 'MARKET',
  TRADE_HOLD: 'WITHDRAWAL',
  TRADE_RELEASE: 'WITHDRAWAL',
  TRADE_LEAVE: 'WITHDRAWAL',
  TRADE_SELL: 'DEPOSIT',
};
/** The end of time, as an instant of the query. */
const NEVER = 8_640_000_000_000_000;

/** Cursor: the item or money movement where a page ended. At the same instant items come before money. */
type HistoryCursor =
  | {
      readonly of: 'i';
      readonly at: number;
      readonly itemId: string;
      readonly version: number;
      readonly owned: ItemCount;
    }
  | { readonly of: 'm'; readonly at: number; readonly id: number; readonly owned: ItemCount };
/** The player's item count before everything shown so far; null if unknown. */
type ItemCount = number | null;

export async function historyOf(
  db: Db,
  playerId: string,
  { kind, what, from = 0, until = NEVER, before }: CallInput<typeof listHistory>,
  now: number,
): Promise<CallOutput<typeof listHistory>> {
  const limit = HISTORY_PAGE + 1;
  const place = before === undefined ? null : placeOf(before);
  const kinds = kind === undefined ? HISTORY_KINDS : [kind];
  const codes = MOVE_CODES.filter((code) => kinds.includes(KIND_OF_MOVE[code]));
  // After an item, all money of its instant is still to come; after money, no item of its instant is.
  const money =
    what === 'items'
      ? []
      : await moneyMovements(
          db,
          playerId,
          { kinds, from, until: place?.of === 'i' ? Math.min(until, place.at + 1) : until, limit },
          place?.of === 'm' ? place : null,
        );
  const items =
    what === 'money' || codes.length === 0
      ? []
      : await playerMoves(
          db,
          playerId,
          {
            codes,
            from,
            until: place?.of === 'm' ? Math.min(until, place.at) : until,
            wonBefore: now - ALL_PUBLISHED_AFTER_MS + 1,
            limit,
          },
          place?.of === 'i' ? place : null,
        );
  const all = [...items.map(ofItem), ...money.map(ofMoney)].sort((a, b) => b.at - a.at);
  const page = all.slice(0, HISTORY_PAGE);
  const last = all.length > HISTORY_PAGE ? page.at(-1) : undefined;
  // Counted back from now, or from the end of the previous page: only without a filter that omits movements in between.
  const isWhole = kind === undefined && until === NEVER;
  const owned = place === null ? (items[0]?.owned ?? 0) : place.owned;
  const { shown, left } = counted(page, isWhole ? owned : null);
  return { movements: shown, next: last === undefined ? null : `${last.at}.${last.id}.${left ?? ''}` };
}

const WAY_OUT = { came: 1, went: -1, stays: 0 } as const;

/** Adds to each item movement how many items there were after it, newest first; `left`: how many before all of them. */
function counted(movements: readonly Movement[], owned: ItemCount): { shown: Movement[]; left: ItemCount } {
  let left = owned;
  const shown = movements.map((movement) => {
    if (movement.item === null || left === null) return movement;
    const ownedAfter = Math.max(left, 0);
    left -= WAY_OUT[movement.item.way];
    return { ...movement, item: { ...movement.item, ownedAfter } };
  });
  return { shown, left };
}

function placeOf(before: string): HistoryCursor {
  const [at = '', of, id = '', ...rest] = before.split('.');
  const ownedIn = (text = ''): ItemCount => (text === '' ? null : numberOf(text, 9));
  if (of === 'i')
    return { of, at: Number(at), itemId: id, version: numberOf(rest[0] ?? '', 9), owned: ownedIn(rest[1]) };
  return { of: 'm', at: Number(at), id: numberOf(id, 15), owned: ownedIn(rest[0]) };
}

/** Digits as a number; 0, which is before everything, for other text. */
function numberOf(text: string, digits: number): number {
  return /^\d+$/.test(text) && text.length <= digits ? Number(text) : 0;
}

function ofMoney(row: MoneyMovement): Movement {
  const half = (change: MoneyMovement['cashCents'], after: MoneyMovement['cashAfter']) =>
    change === null || after === null ? null : { changeUsd: usd(change), afterUsd: usd(after) };
  return {
    id: `m.${row.id}`,
    at: row.at,
    kind: row.kind,
    code: row.code,
    balance: half(row.cashCents, row.cashAfter),
    held: half(row.holdCents, row.holdAfter),
    item: null,
    link: linkOf(row.ref) ?? { kind: 'transaction', id: row.transferId },
  };
}

function ofItem(row: PlayerMove): Movement {
  const way = row.came && row.went ? 'stays' : row.came ? 'came' : 'went';
  return {
    id: `i.${row.itemId}.${row.version}`,
    at: row.at,
    kind: KIND_OF_MOVE[row.code],
    code: row.code,
    balance: null,
    held: null,
    item: { id: row.itemId, item: presentSkin(row, row.cents), way, ownedAfter: null },
    link: linkOf(row.ref) ?? { kind: 'item', id: row.itemId },
  };
}

/** The page that a reference links to, by its id; null: it has none. */
function linkOf(ref: string): Movement['link'] | null {
  if (/^rnd_[0-9a-z]{26}$/.test(ref)) return { kind: 'round', id: ref };
  if (/^trd_[0-9a-z]{26}$/.test(ref)) return { kind: 'trade', id: ref };
  if (/^(cor|cwd)_[0-9a-z]{26}$/.test(ref)) return { kind: 'coins', id: ref };
  return null;
}
