/**
 * The messages, newest at the bottom. At the end it follows new messages; scrolled up it stays still whatever arrives or is removed, and a chip
 * shows what was missed. Another chip leads to the first unread message. Older pages load near the top.
 */
import { ArrowDown, ArrowUp, MessagesSquare } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { serverNow } from '../../../platform/live/clock.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { makeChunker, type RowChunk } from './chunks.ts';
import { refreshLog, resumeLog, useChatLog } from './log.ts';
import { MessageRow, type ModerationRights } from './message-row.tsx';
import { dayName } from './message-time.ts';
import { rowsOf, type ChatRow, wonOf, withNews } from './rows.ts';
import { StillScroll } from './still-scroll.ts';
import { useReadId } from './unread.ts';
import { texts } from '../texts.ts';
import { mentions } from './tokens.ts';
import type { RecentResult } from '@fairpot/contract/results/schemas';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { texts as results } from '../../../results-kit/texts.ts';
import { VerifiedMark } from '../../../results-kit/verified-mark.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { usePreferences } from '../../../platform/page/preferences.ts';
import { useResults } from '../../../results-kit/use-results.ts';

export interface MessageListProps {
  readonly ownId: string | null;
  readonly ownName: string | null;
  readonly powers: ModerationRights;
}

export function MessageList({ ownId, ownName, powers }: MessageListProps) {
  // Deferred: new rows are rendered in short slices between frames, and only shown in one.
  const { messages, status, error, following, olderLeft } = useDeferredValue(useChatLog());
  const box = useRef<HTMLDivElement>(null);
  const [still] = useState(() => new StillScroll());
  const news = useNews(following);
  const readId = useReadId();
  const rows = useMemo(
    () => rowsOf(messages, news, { readId, ownId, olderLeft }),
    [messages, news, readId, ownId, olderLeft],
  );
  const [chunked] = useState(makeChunker);
  const chunks = useMemo(() => chunked(rows), [chunked, rows]);
  useLayoutEffect(() => (box.current ? still.attach(box.current) : undefined), [still]);
  useLayoutEffect(() => still.settle(), [still, rows, following]);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={texts.messages}
        aria-busy={status === 'loading'}
        tabIndex={0}
        onScroll={still.scrolled}
        className="chat-scroll"
      >
        {status === 'loading' && messages.length === 0 && <Waiting />}
        {status === 'failed' && messages.length === 0 && <ErrorState error={error} onRetry={() => void refreshLog()} />}
        {status === 'ready' && rows.length === 0 && (
          <EmptyState icon={<MessagesSquare aria-hidden size={28} strokeWidth={1.5} />} title={texts.empty}>
            {texts.emptyMore}
          </EmptyState>
        )}
        {chunks.length > 0 && (
          <div role="list" className="chat-list">
            {chunks.map((chunk) => (
              <Chunk key={chunk.key} chunk={chunk} ownId={ownId} ownName={ownName} powers={powers} />
            ))}
          </div>
        )}
      </div>
      <UnreadChip rows={rows} box={box} olderLeft={olderLeft} />
      <LatestChip />
    </div>
  );
}

/** For layout and paint alone: to a screen reader all rows are in one list. */
const Chunk = memo(function Chunk({ chunk, ownId, ownName, powers }: MessageListProps & { readonly chunk: RowChunk }) {
  return (
    <div className="chat-chunk">
      {chunk.rows.map((row) =>
        row.kind === 'message' ? (
          <MessageRow
            key={row.id}
            message={row.message}
            grouped={row.grouped}
            ownId={ownId}
            ownName={ownName}
            calling={ownName !== null && row.message.userId !== ownId && mentions(row.message.message, ownName)}
            powers={powers}
          />
        ) : (
          <OtherRow key={row.id} row={row} />
        ),
      )}
    </div>
  );
});

function OtherRow({ row }: { readonly row: Exclude<ChatRow, { kind: 'message' }> }) {
  if (row.kind === 'news') return <NewsRow result={row.result} />;
  return (
    <div role="listitem" data-id={row.id} className={row.kind === 'unread' ? 'chat-border chat-unread' : 'chat-border'}>
      {row.kind === 'unread' ? texts.unread : dayName(row.at, serverNow())}
    </div>
  );
}

interface UnreadChipProps {
  readonly rows: readonly ChatRow[];
  readonly box: RefObject<HTMLDivElement | null>;
  readonly olderLeft: boolean;
}

/** How many messages are unread, while the first of them is above; a press scrolls to it. */
function UnreadChip({ rows, box, olderLeft }: UnreadChipProps) {
  const [isAbove, setAbove] = useState(false);
  const at = rows.findIndex(({ kind }) => kind === 'unread');
  useEffect(() => {
    const border = box.current?.querySelector('[data-id="unread"]');
    if (!border) return undefined;
    const watch = new IntersectionObserver(
      ([seen]) => setAbove(!!seen && !seen.isIntersecting && seen.boundingClientRect.top < (seen.rootBounds?.top ?? 0)),
      { root: box.current },
    );
    watch.observe(border);
    return () => watch.disconnect();
  }, [box, at]);
  if (at < 0 || !isAbove) return null;
  const count = rows.slice(at).filter(({ kind }) => kind === 'message').length;
  const isFirst = rows.findIndex(({ kind }) => kind === 'message') > at;
  return (
    <button
      type="button"
      onClick={() => box.current?.querySelector('[data-id="unread"]')?.scrollIntoView({ block: 'start' })}
      className="chat-chip chat-chip-top"
    >
      <ArrowUp aria-hidden size={16} />
      {texts.unreadCount(count, isFirst && olderLeft)}
    </button>
  );
}

/** Placeholders of the final size, some long, some short. */
const WAITING = ['h-16', 'h-10', 'h-14', 'h-16', 'h-10'] as const;

function Waiting() {
  return (
    <div className="grid gap-4 p-4">
      {WAITING.map((height, at) => (
        <Skeleton key={at} className={height} />
      ))}
    </div>
  );
}

/** The number of messages that arrived while scrolled up; a press scrolls to them. */
export function LatestChip() {
  const following = useChatLog((log) => log.following);
  const missed = useChatLog((log) => log.missed);
  if (following) return null;
  return (
    <button type="button" onClick={resumeLog} className="chat-chip">
      <ArrowDown aria-hidden size={16} />
      {missed > 0 ? texts.newMessages(missed) : texts.latest}
    </button>
  );
}

/** A line of the site in the log: who won how much in which game, with its proof. */
const NewsRow = memo(function NewsRow({ result }: { readonly result: RecentResult }) {
  const { roundId, game, winners } = result;
  const [first] = winners;
  if (!first) return null;
  const more = winners.length - 1;
  return (
    <div role="listitem" data-id={roundId} className="chat-news">
      <Link to={roundLink(roundId)}>
        <VerifiedMark roundId={roundId} />
        <span className="min-w-0">
          <bdi className="font-semibold text-fg">{first.user.name}</bdi> <KindBadge badge={first.user.badge} />{' '}
          {more > 0 && `${results.more(more)} `}
          {results.won} <Money cents={wonOf(result)} className="font-bold text-fg" /> {results.in(game)}
        </span>
      </Link>
    </div>
  );
});

const NONE: readonly RecentResult[] = [];

/**
 * The lines about results in the log: those of earlier answers and of the newest. None when the player has turned them off. `following`: the
 * player is at the end. While they read earlier messages, nothing is added.
 */
function useNews(following: boolean): readonly RecentResult[] {
  const isOn = usePreferences((state) => state.chatNews);
  const answer = useResults().data?.results ?? NONE;
  const [seen, setSeen] = useState(NONE);
  const [news, setNews] = useState(NONE);
  if (following && answer !== seen) {
    setSeen(answer);
    setNews(withNews(news, answer));
  }
  return isOn ? news : NONE;
}
