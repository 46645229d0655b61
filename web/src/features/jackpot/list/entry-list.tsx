/** Every entry of the round, newest first: player, value, tickets and items. Used by the page. */
import { Layers } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { JackpotEntryView } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { mostExpensiveFirst, ItemThumbs } from '../../../games-kit/item-thumbs.tsx';
import { useWidth } from '../../../ui/layout/use-width.ts';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { Rows } from './rows.tsx';
import { SeatChip } from '../seat-chip.tsx';
import { chanceText } from '../shares.ts';
import type { PotShare } from '../shares.ts';
import { texts } from '../texts.ts';

export interface EntryListProps {
  /** In order of entry. */
  readonly entries: readonly JackpotEntryView[];
  readonly shares: readonly PotShare[];
  readonly pot: number;
  readonly me: string | null;
  /** `no` of the winning entry once it may be shown. */
  readonly winner: number | null;
  /** Whether a ticket is drawn; a scripted round has neither tickets nor chances. */
  readonly drawn?: boolean;
}

/** Row heights in px, gap included: one line, or two where the list is narrow. */
const ROW = 84;
const NARROW_ROW = 132;
/** Below this list width (px) items go on a second line. The classes of a row use the same value. */
const NARROW = 560;
const THUMBS = 6;

export function EntryList({ entries, shares, pot, me, winner, drawn = true }: EntryListProps) {
  const { ref, width } = useWidth();
  const newest = useMemo(() => [...entries].reverse(), [entries]);
  const seats = useMemo(() => new Map(shares.map(({ user, seat }) => [user.id, seat])), [shares]);
  if (entries.length === 0)
    return (
      <div className="rounded-lg border border-line bg-ink-2">
        <EmptyState icon={<Layers aria-hidden size={36} strokeWidth={1.5} />} title={texts.entries.empty}>
          {texts.entries.emptyText}
        </EmptyState>
      </div>
    );
  return (
    <div ref={ref} className="@container">
      <Rows
        label={texts.entries.label}
        items={newest}
        keyOf={keyOf}
        rowHeight={width < NARROW ? NARROW_ROW : ROW}
        className="max-h-[672px] [&.contain-strict]:h-[672px]"
        render={(entry) => (
          <EntryRow
            entry={entry}
            seat={seats.get(entry.user.id) ?? 0}
            pot={pot}
            own={entry.user.id === me}
            won={winner === null ? null : winner === entry.no}
            drawn={drawn}
          />
        )}
      />
    </div>
  );
}

function keyOf(entry: JackpotEntryView): string {
  return String(entry.no);
}

interface EntryRowProps {
  readonly entry: JackpotEntryView;
  readonly seat: number;
  readonly pot: number;
  readonly own: boolean;
  readonly won: boolean | null;
  readonly drawn: boolean;
}

const EntryRow = memo(function EntryRow({ entry, seat, pot, own, won, drawn }: EntryRowProps) {
  return (
    <div
      className={cx(
        'entry-in grid h-[76px] grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto] items-center gap-x-4 rounded-lg ' +
          'border bg-ink-2 px-4',
        '@max-[560px]:h-[124px] @max-[560px]:grid-cols-[minmax(0,1fr)_auto] @max-[560px]:content-center ' +
          '@max-[560px]:gap-y-2.5 @max-[560px]:px-3',
        own ? 'border-volt' : won === true ? 'border-ok' : 'border-line',
        won === false && 'opacity-85',
      )}
    >
      <div className="flex min-w-0 items-center gap-3">
        <SeatChip seat={seat} />
        <div className="min-w-0">
          <UserName user={entry.user} className="text-sm" />
          <p className="truncate text-xs text-fg-2 tabular-nums">
            {drawn ? (
              <>
                {texts.entries.tickets} <Ticket n={entry.from} /> – <Ticket n={entry.to - 1} />
              </>
            ) : (
              texts.entries.noTickets
            )}
          </p>
        </div>
      </div>
      <Thumbs entry={entry} />
      <div className="text-right @max-[560px]:col-start-2 @max-[560px]:row-start-1">
        <Money cents={centsFromUsd(entry.totalUsd)} className="text-base font-black" />
        <p className="text-xs text-fg-2 tabular-nums">
          {won === true && (
            <strong className="mr-1.5 text-ok @max-[340px]:mr-0 @max-[340px]:block">
              {drawn ? texts.entries.winning : texts.entries.chosen}
            </strong>
          )}
          {drawn && `${chanceText(entry.to - entry.from, pot)}%`}
        </p>
      </div>
    </div>
  );
});

function Ticket({ n }: { readonly n: number }) {
  return <span className="text-fg">{n.toLocaleString('en-US')}</span>;
}

/** The most expensive items first, the rest as a number. */
function Thumbs({ entry: { items } }: { readonly entry: JackpotEntryView }) {
  const sorted = useMemo(() => mostExpensiveFirst(items), [items]);
  return (
    <ItemThumbs
      items={sorted}
      max={THUMBS}
      className="gap-1.5 @max-[560px]:col-span-2 @min-[560px]:justify-end"
      thumbClass="flex-[0_1_62px] bg-ink-3 px-1 pt-1 @max-[560px]:flex-[0_1_46px]"
    />
  );
}
