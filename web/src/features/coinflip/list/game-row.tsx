/**
 * One game in the live list: both sides, the stakes, the stage, and the action button.
 *
 * Used by the list. At a given width every row has the same height in every stage, so that nothing moves. The result appears
 * when the coin has landed (`useStage`), for everyone at the same instant.
 */
import { Eye, LogIn, Swords } from 'lucide-react';
import { memo } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip/calls';
import { formatUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { useWithOpened } from '../../../fairness/silence.ts';
import { useSeal } from '../../../fairness/watcher.ts';
import { SealChip } from '../../../fairness/view/seal-view.tsx';
import { ownResultText } from '../../../games-kit/own-result.ts';
import { LoginButton } from '../../../games-kit/page-parts.tsx';
import { openModal } from '../../../platform/page/modal.ts';
import { useWatchOnly } from '../../../platform/page/scripted.ts';
import { useSources } from '../../../trade-kit/bets/use-sources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Countdown } from '../../../ui/values/countdown.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { chancesOf, potOf, windowText } from '../money-text.ts';
import { openedAs } from '../opened.ts';
import { isOwn } from '../order.ts';
import { ownResultOf } from '../prize.ts';
import { PlayerSide } from './player-side.tsx';
import { SIDE_LOOKS, SIDES, seatOf, sideText } from '../side.ts';
import type { CoinflipStage } from '../stage.ts';
import { useMoments } from '../use-moments.ts';
import { useStage } from '../use-stage.ts';
import { joinSources } from '../stake/sources.ts';
import { texts } from '../texts.ts';

export interface GameRowProps {
  readonly game: CoinflipGame;
  /** The player's own id; null when signed out. */
  readonly me: string | null;
}

export const GameRow = memo(function GameRow({ game: published, me }: GameRowProps) {
  const paid = useStage(published);
  const own = isOwn(published, me);
  useMoments(paid.shown, paid.stage, me, own);
  const { stage, shown } = useStage(useWithOpened(published, openedAs));
  // A scripted game has no draw, so there is no chance to show (rulings 1.8).
  const [first, second] = shown.secondUser && !shown.scripted ? chancesOf(shown) : [null, null];
  return (
    <li
      aria-label={labelOf(shown)}
      data-stage={stage}
      className={cx(
        'coinflip-row rounded-lg border bg-ink-2',
        own ? 'border-volt' : 'border-line',
        (stage === 'cancelled' || stage === 'voided') && 'opacity-60',
      )}
    >
      {SIDES.map((side) => (
        <div key={side} className={side === 1 ? '[grid-area:red]' : '[grid-area:blue]'}>
          <PlayerSide
            side={side}
            seat={seatOf(shown, side)}
            won={shown.winnerSide === null ? null : shown.winnerSide === side}
            chance={shown.firstSide === side ? first : second}
          />
        </div>
      ))}
      <Middle game={shown} stage={stage} me={me} />
      <div className="grid [grid-area:act]">
        <RowAction game={shown} me={me} />
      </div>
      {own && (
        <span className="absolute -top-px left-3 rounded-b-sm bg-volt px-1.5 text-2xs font-extrabold text-volt-ink">
          {texts.row.own}
        </span>
      )}
    </li>
  );
});

function labelOf(game: CoinflipGame): string {
  const against = game.secondUser
    ? texts.row.against(game.secondUser.name)
    : texts.row.waitingFor(sideText(game.firstSide === 1 ? 2 : 1));
  return texts.row.label(game.firstUser.name, sideText(game.firstSide), against, formatUsd(potOf(game)));
}

interface MiddleProps extends GameRowProps {
  readonly stage: CoinflipStage;
}

function Middle({ game, stage, me }: MiddleProps) {
  return (
    <div className="grid justify-items-center gap-0.5 text-center [grid-area:mid]">
      {stage === 'countdown' && game.deadlineAt !== null ? (
        <Countdown deadlineAt={game.deadlineAt} totalMs={COUNTDOWN_MS} label={texts.row.countdown} />
      ) : (
        <Money cents={potOf(game)} className="text-xl font-black tracking-[-0.02em]" />
      )}
      <span className="text-xs leading-4 text-fg-2">
        <StateText game={game} stage={stage} me={me} />
      </span>
    </div>
  );
}

function StateText({ game, stage, me }: MiddleProps) {
  const seal = useSeal(game.id);
  if (game.scripted) return <ScriptedState game={game} stage={stage} />;
  switch (stage) {
    case 'waiting':
      return (
        <>
          {texts.row.joinWith}
          <br />
          <span className="font-semibold text-fg">{windowText(game)}</span>
        </>
      );
    case 'countdown':
      return <Money cents={potOf(game)} className="font-bold text-fg" />;
    case 'drawing':
      return texts.row.awaiting;
    case 'known':
    case 'flipping':
      return texts.row.flipping;
    case 'cancelled':
      return texts.row.cancelled;
    case 'voided':
      return texts.row.voided;
    case 'landed':
      return (
        <span className="inline-flex items-center gap-1.5">
          <Winner game={game} me={me} />
          {seal && <SealChip seal={seal} iconOnly />}
        </span>
      );
  }
}

/** Players read what they won or lost, spectators who won. */
function Winner({ game, me }: GameRowProps) {
  const own = ownResultOf(game, me);
  if (own !== null)
    return <strong className={own.kind === 'won' ? 'text-volt' : 'text-fg'}>{ownResultText(own)}</strong>;
  if (game.winnerSide === null) return null;
  const look = SIDE_LOOKS[game.winnerSide];
  return <strong className={look.text}>{texts.row.won(look.name)}</strong>;
}

/** The row of a scripted game carries the mark in every stage, because it has no coin to carry it. */
function ScriptedState({ game, stage }: { readonly game: CoinflipGame; readonly stage: CoinflipStage }) {
  return (
    <>
      {stage === 'landed' && game.winnerSide && (
        <strong className={cx('mr-1.5', SIDE_LOOKS[game.winnerSide].text)}>
          {texts.row.won(SIDE_LOOKS[game.winnerSide].name)}
        </strong>
      )}
      <span className="block text-2xs leading-3 font-extrabold text-balance text-warn">{SCRIPTED_MARK}</span>
    </>
  );
}

function RowAction({ game, me }: { readonly game: CoinflipGame; readonly me: string | null }) {
  const view = () => openModal('coinflip.view', { gameId: game.id });
  // A scripted game can only be watched; the view says why.
  const closed = useWatchOnly(game.scripted);
  const join = useSources(joinSources(game.id));
  if (game.phase !== 'WAITING' || isOwn(game, me) || closed)
    return (
      <Button icon={<Eye aria-hidden size={16} />} onClick={view} aria-label={texts.row.viewLabel(game.firstUser.name)}>
        {texts.row.view}
      </Button>
    );
  if (me === null) return <LoginButton icon={<LogIn aria-hidden size={16} />} />;
  return (
    <Button
      online
      variant="primary"
      icon={<Swords aria-hidden size={16} />}
      onClick={join}
      aria-label={texts.row.joinLabel(game.firstUser.name, windowText(game))}
    >
      {texts.row.join}
    </Button>
  );
}
