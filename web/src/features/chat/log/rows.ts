/**
 * The rows of the log: messages, lines about results, a row for each new day, and the border to the unread ones. Pure; the list draws them.
 *
 * Invariant: messages and results are in order of time, and each is in the list once.
 */
import type { ChatMessage } from '@fairpot/contract/chat/schemas';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { centsFromUsd, sumCents } from '@fairpot/contract/wire/money';

/** From this amount a win of a real player is news. */
const BIG_WIN_CENTS = 100_00;
/** The newest lines of a run between two messages; more would push the talk away. */
const MAX_IN_RUN = 4;
/** Lines kept of earlier answers. */
const MAX_NEWS = 60;
/** Messages of one author within this time share a head. */
const GROUP_MS = 3 * 60 * 1000;

export type ChatRow =
  | { readonly kind: 'message'; readonly id: string; readonly message: ChatMessage; readonly grouped: boolean }
  | { readonly kind: 'news'; readonly id: string; readonly result: RecentResult }
  | { readonly kind: 'day'; readonly id: string; readonly at: number }
  | { readonly kind: 'unread'; readonly id: string };

/** Every finished battle, and every large win by which a real player gained. */
export function isNews({ game, winners }: RecentResult): boolean {
  if (game === 'casebattle') return true;
  return winners.some(
    ({ user, stakedUsd, wonUsd }) =>
      !user.isFake && centsFromUsd(wonUsd) >= BIG_WIN_CENTS && centsFromUsd(wonUsd) > centsFromUsd(stakedUsd),
  );
}

/** What all winners of a round won together. */
export const wonOf = ({ winners }: RecentResult) => sumCents(winners.map(({ wonUsd }) => centsFromUsd(wonUsd)));

/** Earlier news and a new answer, oldest first; the same list if there is nothing new. */
export function withNews(known: readonly RecentResult[], answer: readonly RecentResult[]): readonly RecentResult[] {
  const ids = new Set(known.map(({ roundId }) => roundId));
  const fresh = answer.filter((result) => isNews(result) && !ids.has(result.roundId));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].toSorted((a, b) => a.at - b.at).slice(-MAX_NEWS);
}

/**
 * The rows in order. `readId`: the last message that the player had seen before; null when nothing is to be marked. News from before the oldest
 * shown message is left out while there are older messages: it would stand at the wrong place.
 */
export function rowsOf(
  messages: readonly ChatMessage[],
  news: readonly RecentResult[],
  {
    readId,
    ownId,
    olderLeft,
  }: { readonly readId: string | null; readonly ownId: string | null; readonly olderLeft: boolean },
): readonly ChatRow[] {
  const from = olderLeft ? (messages[0]?.createdAt ?? 0) : 0;
  const lines = news.filter(({ at }) => at >= from);
  const unreadId =
    readId === null ? null : (messages.find(({ id, userId }) => id > readId && userId !== ownId)?.id ?? null);
  const rows: ChatRow[] = [];
  let before: ChatMessage | null = null;
  let day = '';
  let next = 0;
  const startDay = (at: number): void => {
    const date = new Date(at).toDateString();
    if (date === day) return;
    if (day !== '') before = null;
    day = date;
    rows.push({ kind: 'day', id: `day ${date}`, at });
  };
  const addNewsUntil = (at: number): void => {
    const first = next;
    while (next < lines.length && (lines[next]?.at ?? at) < at) next += 1;
    for (const line of lines.slice(Math.max(first, next - MAX_IN_RUN), next)) {
      startDay(line.at);
      rows.push({ kind: 'news', id: line.roundId, result: line });
      before = null;
    }
  };
  for (const message of messages) {
    addNewsUntil(message.createdAt);
    startDay(message.createdAt);
    if (message.id === unreadId) {
      rows.push({ kind: 'unread', id: 'unread' });
      before = null;
    }
    rows.push({ kind: 'message', id: message.id, message, grouped: follows(before, message) });
    before = message;
  }
  addNewsUntil(Infinity);
  return rows;
}

function follows(before: ChatMessage | null, message: ChatMessage): boolean {
  return (
    before !== null &&
    before.userId === message.userId &&
    before.badge === message.badge &&
    message.createdAt - before.createdAt < GROUP_MS
  );
}
