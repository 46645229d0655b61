/**
 * One game in the live list: both sides, what is at stake, how far it is, and what can be done about it.
 *
 * Called by the list. Every row has the same height at a width, whatever the game does, so that nothing moves; the result
 * shows when the coin has landed (`useStage`), for everyone at the same instant.
 */
import { Eye, LogIn, Swords } from 'lucide-react';
import { memo } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { COUNTDOWN_MS } from '@fairpot/contract/coinflip/calls';
import { formatUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { useOpened } from '../../../fairness/silence.ts';
import { useSeal } from '../../../fairness/watcher.ts';
import { SealChip } from '../../../fairness/view/seal-view.tsx';
import { LoginButton } from '../../../games-kit/page-parts.tsx';
import { openModal } from '../../../platform/page/modal.ts';
import { useWatchOnly } from '../../../platform/page/scripted.ts';
import { useSources } from '../../../trade-kit/bets/use-sources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Countdown } from '../../../ui/values/countdown.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Money } from '../../../ui/values/money.tsx';
import { chancesOf, potOf, windowText } from '../money-text.ts';
import { isOwn } from '../order.ts';
import { PlayerSide } from './player-side.tsx';
import { openedSide, SIDE_LOOKS, SIDES, seatOf, sideText } from '../side.ts';
import type { Stage } from '../stage.ts';
import { useMoments } from '../use-moments.ts';
import { useStage } from '../use-stage.ts';
import { joinSources } from '../stake/sources.ts';

export interface GameRowProps {
  readonly game: CoinflipGame;
  /** Own player id; null when signed out. */
  readonly me: string | null;
}

export const GameRow = memo(function GameRow({ game, me }: GameRowProps) {
  const { stage, shown } = useStage(game);
  const own = isOwn(game, me);
  useMoments(shown, stage, me, own);
  // Nothing is drawn in a scripted game: there is no chance to show (rulings 1.8).
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
      <Middle game={shown} stage={stage} />
      <div className="grid [grid-area:act]">
        <RowAction game={shown} me={me} />
      </div>
      {own && (
        <span className="absolute -top-px left-3 rounded-b-sm bg-volt px-1.5 text-2xs font-extrabold text-volt-ink">
          Your game
        </span>
      )}
    </li>
  );
});

function labelOf(game: CoinflipGame): string {
  const against = game.secondUser
    ? `against ${game.secondUser.name}`
    : `waiting for ${sideText(game.firstSide === 1 ? 2 : 1)}`;
  return `${game.firstUser.name} on ${sideText(game.firstSide)}, ${against}, pot ${formatUsd(potOf(game))}`;
}

function Middle({ game, stage }: { readonly game: CoinflipGame; readonly stage: Stage }) {
  return (
    <div className="grid justify-items-center gap-0.5 text-center [grid-area:mid]">
      {stage === 'countdown' && game.deadlineAt !== null ? (
        <Countdown deadlineAt={game.deadlineAt} totalMs={COUNTDOWN_MS} label="Flip" />
      ) : (
        <Money cents={potOf(game)} className="text-xl font-black tracking-[-0.02em]" />
      )}
      <span className="text-xs leading-4 text-fg-2">
        <StateText game={game} stage={stage} />
      </span>
    </div>
  );
}

function StateText({ game, stage }: { readonly game: CoinflipGame; readonly stage: Stage }) {
  const seal = useSeal(game.id);
  const openedWinner = openedSide(useOpened(game.id));
  if (game.scripted) return <ScriptedState game={game} stage={stage} />;
  switch (stage) {
    case 'waiting':
      return (
        <>
          Join with
          <br />
          <span className="font-semibold text-fg">{windowText(game)}</span>
        </>
      );
    case 'countdown':
      return <Money cents={potOf(game)} className="font-bold text-fg" />;
    case 'drawing':
      return openedWinner && seal ? (
        <span className="inline-flex items-center gap-1.5">
          <strong className={SIDE_LOOKS[openedWinner].text}>{SIDE_LOOKS[openedWinner].name} won</strong>
          <SealChip seal={seal} iconOnly />
        </span>
      ) : (
        'Awaiting the beacon'
      );
    case 'known':
    case 'flipping':
      return 'Coin is in the air';
    case 'cancelled':
      return 'Cancelled, items returned';
    case 'voided':
      return 'Voided, items returned';
    case 'landed':
      return (
        <span className="inline-flex items-center gap-1.5">
          {game.winnerSide && (
            <strong className={SIDE_LOOKS[game.winnerSide].text}>{SIDE_LOOKS[game.winnerSide].name} won</strong>
          )}
          {seal && <SealChip seal={seal} iconOnly />}
        </span>
      );
  }
}

/** A scripted game says so in the row in every state: there is no coin in it to carry the mark. */
function ScriptedState({ game, stage }: { readonly game: CoinflipGame; readonly stage: Stage }) {
  return (
    <>
      {stage === 'landed' && game.winnerSide && (
        <strong className={cx('mr-1.5', SIDE_LOOKS[game.winnerSide].text)}>
          {SIDE_LOOKS[game.winnerSide].name} won
        </strong>
      )}
      <span className="block text-2xs leading-3 font-extrabold text-balance text-warn">{SCRIPTED_MARK}</span>
    </>
  );
}

function RowAction({ game, me }: { readonly game: CoinflipGame; readonly me: string | null }) {
  const view = () => openModal('coinflip.view', { gameId: game.id });
  // A scripted game is watched; the view says why it cannot be joined.
  const closed = useWatchOnly(game.scripted);
  const join = useSources(joinSources(game.id));
  if (game.phase !== 'WAITING' || isOwn(game, me) || closed)
    return (
      <Button
        icon={<Eye aria-hidden size={16} />}
        onClick={view}
        aria-label={`View the game of ${game.firstUser.name}`}
      >
        VIEW
      </Button>
    );
  if (me === null) return <LoginButton icon={<LogIn aria-hidden size={16} />} />;
  return (
    <Button
      variant="primary"
      icon={<Swords aria-hidden size={16} />}
      onClick={join}
      aria-label={`Join the game of ${game.firstUser.name}, ${windowText(game)}`}
    >
      JOIN
    </Button>
  );
}
