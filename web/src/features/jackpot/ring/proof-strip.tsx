/** The proof of the round on its own panel: hash, secret, seal, and the way to the fair-play page. Called by the stage. */
import type { JackpotRound } from '@fairpot/contract/jackpot';
import { roundLink } from '../../../games-kit/fairplay-link.ts';
import { FairPlayLink, HashAndSecret, RoundSeal } from '../../../games-kit/proof.tsx';
import { ScriptedNote } from '../../../ui/states/scripted-mark.tsx';
import type { Stage } from '../stage.ts';

export interface ProofStripProps {
  /** Veiled: it holds no secret before the pointer has landed. */
  readonly round: JackpotRound;
  readonly stage: Stage;
}

export function ProofStrip({ round, stage }: ProofStripProps) {
  const undrawn = round.scripted || stage === 'voided';
  return (
    <section aria-label="Proof" className="grid gap-4 border-t border-line pt-4 @min-[760px]:grid-cols-2">
      <div className="grid min-w-0 content-start gap-2">
        <HashAndSecret
          round={round}
          sealed={undrawn ? 'Not revealed: there was no draw' : 'Revealed when the pointer has landed'}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-xs text-fg-2">
            Round {round.fair.number}. {round.scripted ? 'The hash stays closed.' : 'Hash fixed before any stake.'}
          </p>
          <FairPlayLink to={roundLink(round.id)} />
        </div>
      </div>
      {round.scripted ? <ScriptedNote /> : <RoundSeal roundId={round.id} told={stage === 'landed'} />}
    </section>
  );
}
