/** The middle of the game's view: the coin, the stage, and the available actions. */
import { Bot, LogIn, Swords, X } from 'lucide-react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { callBot, cancelCoinflip, COUNTDOWN_MS, START_SOUND_AT_SECONDS } from '@fairpot/contract/coinflip/calls';
import { BeaconCountdown, BeaconRound, useNamedBeacon } from '../../../games-kit/beacon.tsx';
import { DrawSteps } from '../../../games-kit/draw-steps.tsx';
import { messages } from '../../../messages.ts';
import { itemsChanged } from '../../../games-kit/items-changed.ts';
import { signIn } from '../../../platform/page/session.ts';
import { useSettings } from '../../../platform/page/settings.ts';
import { playCue } from '../../../platform/page/sound.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { useSources } from '../../../trade-kit/bets/use-sources.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Countdown } from '../../../ui/values/countdown.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { useWatchReason } from '../../../platform/page/scripted.ts';
import { Coin } from './coin.tsx';
import { isOwn } from '../order.ts';
import { windowText } from '../money-text.ts';
import { SIDE_LOOKS } from '../side.ts';
import { flipAt } from '../stage.ts';
import type { CoinflipStage } from '../stage.ts';
import { joinSources } from '../stake/sources.ts';
import { texts } from '../texts.ts';
import { Ended, Line, Result } from './view-result.tsx';

export interface ViewCentreProps {
  /** The whole game, for the coin, which must know where to land. */
  readonly game: CoinflipGame;
  /** The veiled game, for everything else. */
  readonly shown: CoinflipGame;
  readonly stage: CoinflipStage;
  readonly me: string | null;
}

export function ViewCentre({ game, shown, stage, me }: ViewCentreProps) {
  const own = isOwn(game, me);
  const inTheAir = stage === 'flipping' || stage === 'landed';
  return (
    <div className="grid content-start justify-items-center gap-5 py-4 text-center low:gap-3 low:py-1">
      <Coin
        side={inTheAir ? game.winnerSide : null}
        startsAt={flipAt(game)}
        landed={stage === 'landed'}
        restless={stage === 'drawing' || stage === 'known'}
        scripted={game.scripted}
        label={coinLabel(shown, stage)}
      />
      {/* as high as the largest result, so that nothing moves when the coin lands */}
      <div
        className={cx(
          'grid w-full content-start justify-items-center',
          own ? 'min-h-[272px] gap-2' : 'min-h-[200px] gap-3',
        )}
      >
        <Status game={shown} stage={stage} me={me} />
      </div>
    </div>
  );
}

function coinLabel(game: CoinflipGame, stage: CoinflipStage): string {
  if (stage === 'flipping') return texts.view.coinFlipping;
  return game.winnerSide === null
    ? texts.view.coinUntossed
    : texts.view.coinShows(SIDE_LOOKS[game.winnerSide].name.toLowerCase());
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
          <Line strong>{game.scripted ? texts.view.staffChose : texts.view.drawn}</Line>
          <Line>{texts.view.soon}</Line>
          {!game.scripted && <DrawSteps roundId={game.id} fair={game.fair} received />}
        </>
      );
    case 'flipping':
      return <Line strong>{texts.view.flipping}</Line>;
    case 'cancelled':
      return <Ended game={game} me={me} text={texts.view.cancelled} />;
    case 'voided':
      return <Ended game={game} me={me} text={texts.view.voided} />;
    case 'landed':
      return <Result game={game} me={me} />;
  }
}

/** The countdown is over: waits for the beacon or the site. */
function Drawing({ game }: { readonly game: CoinflipGame }) {
  if (game.scripted) return <Line strong>{texts.view.chosenSoon}</Line>;
  return (
    <>
      <Line strong>{texts.view.awaiting}</Line>
      <DrawSteps roundId={game.id} fair={game.fair} received={false} />
    </>
  );
}

function Waiting({ game, me }: { readonly game: CoinflipGame; readonly me: string | null }) {
  const own = isOwn(game, me);
  const join = useSources(joinSources(game.id));
  const watchReason = useWatchReason(game.scripted);
  const closed = watchReason !== null;
  return (
    <>
      <Line strong>{texts.view.waiting}</Line>
      {!closed && (
        <Line>
          {texts.view.joinWith} <span className="font-bold whitespace-nowrap text-fg">{windowText(game)}</span>
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
        <Button online variant="primary" size="lg" icon={<Swords aria-hidden size={18} />} onClick={join}>
          {texts.view.join}
        </Button>
      )}
    </>
  );
}

/** Cancel, and in a demo call a bot (badge BOT). */
function OwnActions({ game }: { readonly game: CoinflipGame }) {
  const demo = useSettings()?.global.mode === 'demo';
  const cancelling = useSend(cancelCoinflip, { onAccepted: () => itemsChanged() });
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
            {texts.view.callBot}
          </Button>
        )}
        <Button
          icon={<X aria-hidden size={16} />}
          busy={cancelling.phase === 'sent'}
          disabled={busy && cancelling.phase !== 'sent'}
          onClick={() => void cancelling.run({ gameId: game.id })}
        >
          {texts.view.cancel}
        </Button>
      </div>
      {refusal && <p className="text-sm font-semibold text-bad">{refusal.text}</p>}
      <Line>{texts.view.expiry}</Line>
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
        label={texts.view.countdown}
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

/** Which beacon round decides, when it is due, and why the players wait for it. */
function BeaconNote({ game }: { readonly game: CoinflipGame }) {
  const beacon = useNamedBeacon(game.fair);
  if (!beacon) return null;
  return (
    <p className="max-w-[34ch] text-xs text-balance text-fg-2">
      {texts.view.decidedBy} <BeaconRound beacon={beacon} />,{' '}
      <BeaconCountdown dueAt={beacon.dueAt}>
        {(left) => <span className="tabular-nums">{left > 0 ? texts.view.dueIn(left) : texts.view.dueNow}</span>}
      </BeaconCountdown>{' '}
      {beacon.simulated ? texts.view.namedSimulated : texts.view.named}
    </p>
  );
}
