/** 'Fairplay': how the round on the page is drawn, step by step, with what is public so far. It stays live while open. */
import type { JackpotRound, JackpotState } from '@fairpot/contract/jackpot/schemas';
import { ShieldCheck } from 'lucide-react';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { Loaded } from '../../../games-kit/page-parts.tsx';
import { HashAndSecret, RoundSeal } from '../../../games-kit/proof.tsx';
import { useStageClock } from '../../../games-kit/stage-clock.ts';
import { useSettings } from '../../../platform/page/settings.ts';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { ScriptedNote } from '../../../ui/states/scripted-mark.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { nextChangeAt, stageOf, veiled } from '../stage.ts';
import { useJackpot } from '../use-jackpot.ts';
import { secretText } from './proof-strip.tsx';
import { texts } from '../texts.ts';

export function FairplayModal({ roundId }: { readonly roundId: string }) {
  return (
    <div className="grid gap-5">
      <Loaded answer={useJackpot()} loading={<Skeleton className="h-72" />}>
        {(state) => <LiveSteps state={state} roundId={roundId} />}
      </Loaded>
      <ButtonLink variant="primary" size="lg" to={roundLink(roundId)} icon={<ShieldCheck aria-hidden size={18} />}>
        {texts.proof.page}
      </ButtonLink>
    </div>
  );
}

function LiveSteps({ state, roundId }: { readonly state: JackpotState; readonly roundId: string }) {
  const now = useStageClock((at) => nextChangeAt(state, at));
  const round = [state.game, state.last].find((each) => each?.id === roundId);
  // After two more rounds the state no longer contains it; the page linked below keeps it for good.
  return round ? <Steps round={round} now={now} /> : <p className="text-fg-2">{texts.proof.over}</p>;
}

function Steps({ round, now }: { readonly round: JackpotRound; readonly now: number }) {
  const stage = stageOf(round, now);
  const simulated = useSettings()?.beacon.simulated === true;
  if (round.scripted) return <ScriptedNote />;
  return (
    <>
      <ol className="grid list-decimal gap-2 pl-5 text-sm text-fg-2 marker:font-bold marker:text-fg">
        {texts.proof.steps(simulated ? texts.proof.simulatedBeacon : texts.proof.beacon).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <HashAndSecret round={stage === 'landed' ? round : veiled(round, now)} sealed={secretText(round, stage)} />
      <RoundSeal roundId={round.id} revealed={stage === 'landed'} />
    </>
  );
}
