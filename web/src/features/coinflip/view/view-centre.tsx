/** The middle of the game's view: the coin, how far the game is, and what can be done now. */
import { Bot, LogIn, Swords, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { callBot, cancelCoinflip, COUNTDOWN_MS, START_SOUND_AT_SECONDS } from '@fairpot/contract/coinflip/calls';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { OpenedNote } from '../../../fairness/view/opened-note.tsx';
import { useOpened } from '../../../fairness/silence.ts';
import { BeaconCountdown, BeaconRound, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import { messages } from '../../../messages.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { signIn } from '../../../platform/page/session.ts';
import { useSettings } from '../../../platform/page/settings.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { useSources } from '../../../trade-kit/bets/use-sources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Countdown } from '../../../ui/values/countdown.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { useWatchReason } from '../../../platform/page/scripted.ts';
import { Coin } from './coin.tsx';
import { isOwn } from '../order.ts';
import { potOf, windowText } from '../money-text.ts';
import { prizeOf } from '../prize.ts';
import { openedSide, SIDE_LOOKS, seatOf } from '../side.ts';
import { flipAt } from '../stage.ts';
import type { Stage } from '../stage.ts';
import { joinSources } from '../stake/sources.ts';

export interface ViewCentreProps {
  /** The whole game, for the coin, which has to know where to land. */
  readonly game: CoinflipGame;
  /** The game without what may not be seen yet, for everything else. */
  readonly shown: CoinflipGame;
  readonly stage: Stage;
  readonly me: string | null;
}

export function ViewCentre({ game, shown, stage, me }: ViewCentreProps) {
  const inTheAir = stage === 'flipping' || stage === 'landed';
  return (
    <div className="grid content-start justify-items-center gap-5 py-4 text-center">
      <Coin
        side={inTheAir ? game.winnerSide : null}
        startsAt={flipAt(game)}
        landed={stage === 'landed'}
        scripted={game.scripted}
        label={coinLabel(shown, stage)}
      />
      <div className="grid min-h-[200px] w-full content-start justify-items-center gap-3">
        <Status game={shown} stage={stage} me={me} />
      </div>
    </div>
  );
}

function coinLabel(game: CoinflipGame, stage: Stage): string {
  if (stage === 'flipping') return 'The coin is in the air';
  return game.winnerSide === null
    ? 'A coin with a red and a blue side'
    : `The coin shows ${SIDE_LOOKS[game.winnerSide].name.toLowerCase()}`;
}

function Status({ game, stage, me }: Omit<ViewCentreProps, 'game' | 'shown'> & { readonly game: CoinflipGame }) {
  switch (stage) {
    case 'waiting':
      return <Waiting game={game} me={me} />;
    case 'countdown':
      return <Counting game={game} me={me} />;
    case 'drawing':
      return <Drawing game={game} />;
    case 'known':
      return (
        <>
          <Line strong>{game.scripted ? 'Staff chose, nothing is drawn' : 'The ticket is drawn'}</Line>
          <Line>The coin is tossed in a moment, for everyone at once.</Line>
        </>
      );
    case 'flipping':
      return <Line strong>In the air</Line>;
    case 'cancelled':
      return <Line strong>Cancelled. All items were returned.</Line>;
    case 'voided':
      return <Line strong>Voided: the beacon stayed away. All items were returned.</Line>;
    case 'landed':
      return <Result game={game} />;
  }
}

/** The countdown is over: the beacon is awaited, or the site, and then what this browser found out without it. */
function Drawing({ game }: { readonly game: CoinflipGame }) {
  const opened = useOpened(game.id);
  if (game.scripted) return <Line strong>The chosen winner is told in a moment</Line>;
  const side = openedSide(opened);
  if (opened && side)
    return (
      <OpenedNote
        opened={opened}
        result={
          <>
            <span className={SIDE_LOOKS[side].text}>{SIDE_LOOKS[side].name} won</span>: {seatOf(game, side)?.user.name}
          </>
        }
      />
    );
  return (
    <>
      <Line strong>Awaiting the beacon</Line>
      <BeaconNote game={game} />
    </>
  );
}

function Line({ children, strong = false }: { readonly children: ReactNode; readonly strong?: boolean }) {
  return <p className={strong ? 'text-lg font-extrabold' : 'text-sm text-balance text-fg-2'}>{children}</p>;
}

function Waiting({ game, me }: { readonly game: CoinflipGame; readonly me: string | null }) {
  const own = isOwn(game, me);
  const join = useSources(joinSources(game.id));
  const watchReason = useWatchReason(game.scripted);
  const closed = watchReason !== null;
  return (
    <>
      <Line strong>Waiting for a player</Line>
      {!closed && (
        <Line>
          Join with <span className="font-bold whitespace-nowrap text-fg">{windowText(game)}</span>
        </Line>
      )}
      {own && <OwnActions game={game} />}
      {!own && me === null && (
        <Button size="lg" icon={<LogIn aria-hidden size={18} />} onClick={signIn}>
          {messages.login}
        </Button>
      )}
      {!own && me !== null && closed && <Line strong>{watchReason}</Line>}
      {!own && me !== null && !closed && (
        <Button variant="primary" size="lg" icon={<Swords aria-hidden size={18} />} onClick={join}>
          JOIN
        </Button>
      )}
    </>
  );
}

/** Cancel, and in the demo a bot that says it is one. */
function OwnActions({ game }: { readonly game: CoinflipGame }) {
  const demo = useSettings()?.global.mode === 'demo';
  const cancelling = useSend(cancelCoinflip, { onAccepted: () => void refetchAll(siteInventory) });
  const calling = useSend(callBot);
  const busy = cancelling.phase === 'sent' || calling.phase === 'sent';
  const refusal = cancelling.refusal ?? calling.refusal;
  return (
    <>
      <div className="flex flex-wrap justify-center gap-2">
        {demo && (
          <Button
            variant="primary"
            icon={<Bot aria-hidden size={16} />}
            busy={calling.phase === 'sent'}
            disabled={busy && calling.phase !== 'sent'}
            onClick={() => void calling.run({ gameId: game.id })}
          >
            Call a bot
          </Button>
        )}
        <Button
          icon={<X aria-hidden size={16} />}
          busy={cancelling.phase === 'sent'}
          disabled={busy && cancelling.phase !== 'sent'}
          onClick={() => void cancelling.run({ gameId: game.id })}
        >
          Cancel game
        </Button>
      </div>
      {refusal && <p className="text-sm font-semibold text-bad">{refusal.text}</p>}
      <Line>Nobody within 24 hours: the game is cancelled and your items return.</Line>
    </>
  );
}

function Counting({ game, me }: { readonly game: CoinflipGame; readonly me: string | null }) {
  if (game.deadlineAt === null) return null;
  return (
    <>
      <Countdown
        deadlineAt={game.deadlineAt}
        totalMs={COUNTDOWN_MS}
        label="Flip"
        size="lg"
        announce={isOwn(game, me)}
        onSecond={(left) => {
          if (left === START_SOUND_AT_SECONDS) playCue('start');
        }}
      />
      <BeaconNote game={game} />
    </>
  );
}

/** Which round of the beacon decides, when it is due, and why the wait is the point. */
function BeaconNote({ game }: { readonly game: CoinflipGame }) {
  const beacon = useNamedBeacon(game.fair);
  if (!beacon) return null;
  return (
    <p className="max-w-[34ch] text-xs text-balance text-fg-2">
      Decided by <BeaconRound beacon={beacon} />,{' '}
      <BeaconCountdown dueAt={beacon.dueAt}>
        {(left) => <span className="tabular-nums">{left > 0 ? `due in ${left} s.` : 'due now.'}</span>}
      </BeaconCountdown>{' '}
      {beacon.simulated
        ? 'It was named at the lock, before it existed. Play money only: this site signs it.'
        : 'It was named at the lock, before it existed: nobody knows it yet, Fairpot included.'}
    </p>
  );
}

function Result({ game }: { readonly game: CoinflipGame }) {
  if (game.winnerSide === null) return null;
  const look = SIDE_LOOKS[game.winnerSide];
  const winner = seatOf(game, game.winnerSide);
  const prize = prizeOf(game);
  return (
    <>
      <p className={cx('text-xl font-black', look.text)}>{look.name} won</p>
      <Money cents={prize.takesCents} className="text-pot font-black tracking-[-0.02em]" />
      <Line>
        <span className="font-semibold text-fg">{winner?.user.name}</span>{' '}
        {winner && <KindBadge badge={winner.user.badge} />} takes {prize.takesItems}{' '}
        {prize.takesItems === 1 ? 'item' : 'items'} of a pot of <Money cents={potOf(game)} />.
      </Line>
      <Line>
        {prize.feeItems === 0 ? (
          game.scripted ? (
            'A scripted game takes no fee.'
          ) : (
            'No fee: no item fitted its limit.'
          )
        ) : (
          <>
            Fee <Money cents={prize.feeCents} />, {prize.feeItems === 1 ? '1 item' : `${prize.feeItems} items`} of the
            losing stake.
          </>
        )}
      </Line>
    </>
  );
}
