/** The payout of a drawn round: winner, sum, ticket and fee items. Shown by the stage once landed; veiled rounds have no result. */
import type { ReactNode } from 'react';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { ItemThumb } from '../../../games-kit/item-thumbs.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { UserName } from '../../../ui/people/user-name.tsx';
import { RangeBar } from '../../../fairness/view/range-bar.tsx';
import type { RangeSlice } from '../../../fairness/view/range-bar.tsx';
import { SeatChip } from '../seat-chip.tsx';
import { chanceText, potOf } from '../shares.ts';
import type { PotShare } from '../shares.ts';
import { texts } from '../texts.ts';

export interface ResultCardProps {
  readonly round: JackpotRound;
  readonly shares: readonly PotShare[];
  readonly me: string | null;
}

export function ResultCard({ round, shares, me }: ResultCardProps) {
  const { result } = round;
  const share = shares.find(({ user }) => user.id === result?.user.id);
  const entry = round.entries.find(({ no }) => no === result?.entryNo);
  if (result === null || !share || !entry) return null;
  const { ticket } = result;
  return (
    <section aria-label={texts.result.label} className="grid content-start gap-4 rounded-lg bg-ink-3 p-4 lg:p-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
          <SeatChip seat={share.seat} className="h-10 min-w-10 text-lg" />
          <div className="min-w-0">
            <UserName user={result.user} className="text-base" />
            <p className="text-sm text-fg-2">{result.user.id === me ? texts.result.youWon : texts.result.won}</p>
          </div>
        </div>
        <div className="flex justify-between gap-x-6 max-sm:w-full">
          <Figure label={texts.result.takes}>
            <Money cents={centsFromUsd(result.wonUsd)} className="text-volt" />
          </Figure>
          {ticket !== null && (
            <>
              <Figure label={texts.result.chance}>{chanceText(share.cents, potOf(round))}%</Figure>
              <Figure label={texts.result.ticket}>{ticket.toLocaleString('en-US')}</Figure>
            </>
          )}
        </div>
      </div>
      {ticket === null ? (
        <p className="text-sm font-extrabold text-warn">{SCRIPTED_MARK}</p>
      ) : (
        <DrawDetails round={round} shares={shares} entry={entry} ticket={ticket} />
      )}
    </section>
  );
}

interface DrawDetailsProps {
  readonly round: JackpotRound;
  readonly shares: readonly PotShare[];
  readonly entry: JackpotRound['entries'][number];
  readonly ticket: number;
}

/** The position of the ticket, and the items taken as the fee. */
function DrawDetails({ round, shares, entry, ticket }: DrawDetailsProps) {
  return (
    <>
      <RangeBar slices={slicesOf(round, shares)} total={potOf(round)} ticket={ticket} />
      <p className="text-sm text-fg-2 tabular-nums">
        {texts.result.lies(
          ticket.toLocaleString('en-US'),
          round.entries.indexOf(entry) + 1,
          round.entries.length,
          entry.from.toLocaleString('en-US'),
          (entry.to - 1).toLocaleString('en-US'),
        )}
      </p>
      <FeeItems round={round} />
    </>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl>
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="text-lg font-black sm:text-xl tracking-[-0.02em] tabular-nums">{children}</dd>
    </dl>
  );
}

function slicesOf({ entries, value }: JackpotRound, shares: readonly PotShare[]): RangeSlice[] {
  const pot = potOf({ value });
  const seats = new Map(shares.map(({ user, seat }) => [user.id, seat]));
  return entries.map(({ no, user, from, to }) => {
    const seat = seats.get(user.id) ?? 1;
    return {
      key: String(no),
      label: `${seat} ${user.name}`,
      from,
      to,
      percent: chanceText(to - from, pot),
      side: null,
      seat,
    };
  });
}

function FeeItems({ round: { result, entries } }: { readonly round: JackpotRound }) {
  if (result === null) return null;
  const taken = new Set<string>(result.feeItemIds);
  const items = entries.flatMap((entry) => entry.items).filter(({ id }) => taken.has(id));
  if (items.length === 0) return <p className="text-sm text-fg-2">{texts.result.noFee}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-fg-2">
      <p>
        {texts.result.fee} <Money cents={centsFromUsd(result.feeUsd)} className="font-bold text-fg" />,{' '}
        {texts.result.feeItems(items.length)}
      </p>
      <ul aria-label={texts.result.feeLabel} className="flex flex-wrap gap-1.5">
        {items.map((staked) => (
          <ItemThumb key={staked.id} staked={staked} className="w-14 bg-ink-4 px-1 pt-0.5" />
        ))}
      </ul>
    </div>
  );
}
