/** The draw as a picture, from digest to number to slice. Used for the recorded round and for a changed one. */
import type { Lock } from '@fairpot/fairness/protocol/lock';
import type { Picture } from '../../fairness/explain.ts';
import { RangeBar } from '../../fairness/view/range-bar.tsx';
import type { RangeSlice } from '../../fairness/view/range-bar.tsx';
import { BattlePicture } from './battle-picture.tsx';
import { DigestChain } from './digest-chain.tsx';
import { texts } from './texts.ts';

export interface DrawPictureProps {
  readonly picture: Picture;
  /** The lock record of the draw; a battle's record holds its drop tables. */
  readonly lock: Lock;
}

/** Games of one ticket show their first draw, battles their table of draws, other games every draw. */
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

/** The derivation of each number, in the order of the draws. */
function Draws({ picture }: { readonly picture: Picture }) {
  return (
    <ol aria-label={texts.draw.all} className="grid gap-6">
      {picture.draws.map((draw) => (
        <li key={draw.label}>
          <DigestChain picture={picture} draw={draw} />
        </li>
      ))}
    </ol>
  );
}

function slicesOf(picture: Picture): RangeSlice[] {
  // a jackpot player's entries share a seat, in order of the first entry
  const seats = [...new Set(picture.slices.map(({ player }) => player))];
  return picture.slices.map(({ player, from, to, percent, side }, at) => ({
    key: `${at}`,
    label: side === null ? texts.draw.player(at + 1, player) : side === 1 ? texts.draw.red : texts.draw.blue,
    from,
    to,
    percent,
    side,
    seat: seats.indexOf(player) + 1,
  }));
}

/** The entry of a jackpot that holds the ticket, as text. Games with two sides need none. */
function WinningSlice({ picture: { slices, winner, ticket } }: { readonly picture: Picture }) {
  const slice = winner === null ? undefined : slices[winner];
  if (!slice || slice.side !== null || ticket === null) return null;
  return (
    <p className="text-sm text-fg-2 tabular-nums">
      {texts.draw.ticket} <strong className="text-fg">{ticket.toLocaleString('en-US')}</strong> {texts.draw.inEntry}{' '}
      <strong className="text-fg">{(winner ?? 0) + 1}</strong>{' '}
      {texts.draw.ofEntries(
        slices.length,
        slice.from.toLocaleString('en-US'),
        (slice.to - 1).toLocaleString('en-US'),
        slice.percent,
      )}{' '}
      <span className="font-mono text-xs wrap-anywhere text-fg">{slice.player}</span>.
    </p>
  );
}
