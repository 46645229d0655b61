/** The draw as a picture, from digest to number to slice. Called for the recorded round and for a changed one. */
import type { Picture } from '../../fairness/explain.ts';
import { RangeBar } from '../../fairness/range-bar.tsx';
import type { RangeSlice } from '../../fairness/range-bar.tsx';

/** The first draw is the one that decides; battles draw once per seat and are shown by their steps. */
export function DrawPicture({ picture }: { readonly picture: Picture }) {
  const first = picture.draws[0];
  if (!first || picture.total === null)
    return (
      <p className="text-sm text-fg-2">
        {picture.draws.length} draws, one per opened case. Each stands in the steps below.
      </p>
    );
  return (
    <div className="grid gap-4">
      <ol className="grid gap-2 text-xs">
        <Chain name="Key" value={picture.key} />
        <Chain name={`Digest of "${first.label}"`} value={first.digest} mark={wordAt(first)} />
        <Chain name="First 64-bit word" value={first.word} />
        <Chain name={`Word mod ${first.n.toLocaleString('en-US')}`} value={first.value.toLocaleString('en-US')} big />
      </ol>
      <RangeBar slices={slicesOf(picture)} total={picture.total} ticket={picture.ticket} />
      <WinningSlice picture={picture} />
    </div>
  );
}

/** Which 16 hex digits of the digest are the accepted word. */
function wordAt({ rejected }: { readonly rejected: number }): number {
  return (rejected % 4) * 16;
}

function slicesOf(picture: Picture): RangeSlice[] {
  // a jackpot's player may have several entries: they share a seat, in order of the first
  const seats = [...new Set(picture.slices.map(({ player }) => player))];
  return picture.slices.map(({ player, from, to, percent, side }, at) => ({
    key: `${at}`,
    label: side === null ? `${at + 1}. ${player}` : side === 1 ? '1 Red' : '2 Blue',
    from,
    to,
    percent,
    side,
    seat: seats.indexOf(player) + 1,
  }));
}

/** A jackpot in words: which of its entries holds the ticket. A coinflip's two sides need none. */
function WinningSlice({ picture: { slices, winner, ticket } }: { readonly picture: Picture }) {
  const slice = winner === null ? undefined : slices[winner];
  if (!slice || slice.side !== null || ticket === null) return null;
  return (
    <p className="text-sm text-fg-2 tabular-nums">
      Ticket <strong className="text-fg">{ticket.toLocaleString('en-US')}</strong> lies in entry{' '}
      <strong className="text-fg">{(winner ?? 0) + 1}</strong> of {slices.length}, tickets{' '}
      {slice.from.toLocaleString('en-US')} to {(slice.to - 1).toLocaleString('en-US')}: {slice.percent}% of the pot,
      staked by <span className="font-mono text-xs wrap-anywhere text-fg">{slice.player}</span>.
    </p>
  );
}

function Chain({
  name,
  value,
  mark,
  big = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly mark?: number;
  readonly big?: boolean;
}) {
  return (
    <li className="grid gap-x-3 sm:grid-cols-[168px_minmax(0,1fr)] sm:items-baseline">
      <span className="text-fg-2">{name}</span>
      <code className={big ? 'text-xl font-black text-fg tabular-nums' : 'font-mono break-all text-fg-2'}>
        {mark === undefined ? (
          value
        ) : (
          <>
            {value.slice(0, mark)}
            <mark className="rounded-sm bg-volt px-0.5 text-volt-ink">{value.slice(mark, mark + 16)}</mark>
            {value.slice(mark + 16)}
          </>
        )}
      </code>
    </li>
  );
}
