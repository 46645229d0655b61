/** The end of a game in its view: what the player who reads it won or lost; for spectators who won. */
import { Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CoinflipGame, Side } from '@fairpot/contract/coinflip/schemas';
import { OpenedNote } from '../../../fairness/view/opened-note.tsx';
import { OwnResultHead } from '../../../games-kit/own-result-head.tsx';
import { WonItems } from '../../../games-kit/won-items.tsx';
import { openModal } from '../../../platform/page/modal.ts';
import { useWatchOnly } from '../../../platform/page/scripted.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { potOf } from '../money-text.ts';
import { ownResultOf, ownSide, prizeOf, wonItems } from '../prize.ts';
import { seatOf, SIDE_LOOKS } from '../side.ts';
import { texts } from '../texts.ts';

const WON_ITEMS_SHOWN = 4;

export function Line({ children, strong = false }: { readonly children: ReactNode; readonly strong?: boolean }) {
  return <p className={strong ? 'text-lg font-extrabold' : 'text-sm text-balance text-fg-2'}>{children}</p>;
}

interface OutcomeProps {
  readonly game: CoinflipGame;
  readonly me: string | null;
}

/** A game without a draw. */
export function Ended({ game, me, text }: OutcomeProps & { readonly text: string }) {
  const own = ownResultOf(game, me);
  if (own === null) return <Line strong>{text}</Line>;
  return (
    <>
      <OwnResultHead result={own} sumClass="text-pot" />
      <Line>{text}</Line>
    </>
  );
}

/** Players read first what they won or lost, spectators who won. */
export function Result({ game, me }: OutcomeProps) {
  const { winnerSide } = game;
  if (winnerSide === null) return null;
  const look = SIDE_LOOKS[winnerSide];
  const winner = `${texts.view.won(look.name)}: ${seatOf(game, winnerSide)?.user.name ?? ''}`;
  const note = <OpenedNote roundId={game.id} result={winner} />;
  const own = ownResultOf(game, me);
  if (own === null)
    return (
      <>
        <p className={cx('text-xl font-black', look.text)}>{texts.view.won(look.name)}</p>
        <Money cents={prizeOf(game).takesCents} className="text-pot font-black tracking-[-0.02em]" />
        <Line>
          <Takes game={game} winnerSide={winnerSide} />
        </Line>
        <Line>
          <Fee game={game} />
        </Line>
        {note}
      </>
    );
  return (
    <>
      <OwnResultHead result={own} sumClass="text-pot" />
      {own.kind === 'won' && (
        <WonItems items={wonItems(game)} from={winnerSide === 1 ? 'right' : 'left'} max={WON_ITEMS_SHOWN} />
      )}
      <div className="grid gap-0.5 text-xs text-fg-2">
        <p className={cx('text-sm font-extrabold', look.text)}>{texts.view.won(look.name)}</p>
        <p className="text-balance">
          <Takes game={game} winnerSide={winnerSide} />
        </p>
        <p className="text-balance">
          <Fee game={game} />
        </p>
      </div>
      {note}
      <StakeAgainButton game={game} me={me} />
    </>
  );
}

function Takes({ game, winnerSide }: { readonly game: CoinflipGame; readonly winnerSide: Side }) {
  const winner = seatOf(game, winnerSide);
  return (
    <>
      <span className="font-semibold text-fg">{winner?.user.name}</span>{' '}
      {winner && <KindBadge badge={winner.user.badge} />} {texts.view.takes(prizeOf(game).takesItems)}{' '}
      <Money cents={potOf(game)} />.
    </>
  );
}

function Fee({ game }: { readonly game: CoinflipGame }) {
  const { feeItems, feeCents } = prizeOf(game);
  if (feeItems === 0) return game.scripted ? texts.view.noFeeScripted : texts.view.noFee;
  return (
    <>
      {texts.view.fee} <Money cents={feeCents} />, {texts.view.feeItems(feeItems)}
    </>
  );
}

/** Opens the window for a new game with the items of this one. */
function StakeAgainButton({ game, me }: OutcomeProps) {
  const watchOnly = useWatchOnly(false);
  const side = ownSide(game, me);
  const seat = side && seatOf(game, side);
  if (side === null || seat === null || watchOnly) return null;
  return (
    <Button
      online
      icon={<Repeat aria-hidden size={16} />}
      onClick={() => openModal('coinflip.create', { again: { side, items: seat.items } })}
    >
      {texts.stake.again}
    </Button>
  );
}
