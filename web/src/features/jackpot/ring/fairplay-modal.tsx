/** 'Fairplay': how the round on the page is drawn, step by step, with what is known of it so far. It follows the round while it is open. */
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

export function FairplayModal({ roundId }: { readonly roundId: string }) {
  return (
    <div className="grid gap-5">
      <Loaded answer={useJackpot()} loading={<Skeleton className="h-72" />}>
        {(state) => <LiveSteps state={state} roundId={roundId} />}
      </Loaded>
      <ButtonLink variant="primary" size="lg" to={roundLink(roundId)} icon={<ShieldCheck aria-hidden size={18} />}>
        Provably Fair page
      </ButtonLink>
    </div>
  );
}

function LiveSteps({ state, roundId }: { readonly state: JackpotState; readonly roundId: string }) {
  const now = useStageClock((at) => nextChangeAt(state, at));
  const round = [state.game, state.last].find((each) => each?.id === roundId);
  // Two rounds later the pot has forgotten it; the page below has it for good.
  return round ? <Steps round={round} now={now} /> : <p className="text-fg-2">This round is over.</p>;
}

function Steps({ round, now }: { readonly round: JackpotRound; readonly now: number }) {
  const stage = stageOf(round, now);
  const simulated = useSettings()?.beacon.simulated === true;
  if (round.scripted) return <ScriptedNote />;
  return (
    <>
      <ol className="grid list-decimal gap-2 pl-5 text-sm text-fg-2 marker:font-bold marker:text-fg">
        <li>Before the first entry the hash of a secret stood here. The secret cannot be exchanged any more.</li>
        <li>
          When the countdown ends, the lock record fixes every entry and names a round of the{' '}
          {simulated ? 'simulated beacon' : 'drand beacon'} that does not exist yet.
        </li>
        <li>That round, the secret and the lock record give the ticket. One cent is one ticket, in order of entry.</li>
        <li>Then the secret is shown, and your browser recomputes the ticket by itself.</li>
      </ol>
      <HashAndSecret round={stage === 'landed' ? round : veiled(round, now)} sealed={secretText(round, stage)} />
      <RoundSeal roundId={round.id} revealed={stage === 'landed'} />
    </>
  );
}
