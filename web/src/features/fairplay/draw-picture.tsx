/** The draw as a picture, from digest to number to slice. Called for the recorded round and for a changed one. */
import type { Lock } from '@fairpot/fairness/protocol/lock';
import type { Picture } from '../../fairness/explain.ts';
import { RangeBar } from '../../fairness/view/range-bar.tsx';
import type { RangeSlice } from '../../fairness/view/range-bar.tsx';
import { BattlePicture } from './battle-picture.tsx';
import { DigestChain } from './digest-chain.tsx';

export interface DrawPictureProps {
  readonly picture: Picture;
  /** The record that was drawn from: a battle's holds its drop tables. */
  readonly lock: Lock;
}

/** The first draw decides a game of one ticket; battles draw from their cases; of other games every draw is shown. */
export function DrawPicture({ picture, lock }: DrawPictureProps) {
  if ('cases' in lock) return <BattlePicture picture={picture} lock={lock} />;
  const [first] = picture.draws;
  if (!first) return null;
  if (picture.total === null) return <Draws picture={picture} />;
  return (
    <div className="grid gap-4">
      <DigestChain picture={picture} draw={first} />
      <RangeBar slices={slicesOf(picture)} total={picture.total} ticket={picture.ticket} />
      <WinningSlice picture={picture} />
    </div>
  );
}

/** Each number on its way from the digest, in the order of the draws. */
function Draws({ picture }: { readonly picture: Picture }) {
  return (
    <ol aria-label="All draws" className="grid gap-6">
      {picture.draws.map((draw) => (
        <li key={draw.label}>
          <DigestChain picture={picture} draw={draw} />
        </li>
      ))}
    </ol>
  );
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

/** A jackpot in words: which of its entries holds the ticket. Two sides need none. */
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
