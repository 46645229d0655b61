/** The proof of the round on its own panel: hash, secret, seal, and the Fairplay window that explains them. Called by the stage. */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { ShieldCheck } from 'lucide-react';
import { HashAndSecret, RoundSeal } from '../../../games-kit/proof.tsx';
import { openModal } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ScriptedNote } from '../../../ui/states/scripted-mark.tsx';
import type { JackpotStage } from '../stage.ts';

export interface ProofStripProps {
  /** Veiled: it holds no secret before the pointer has landed. */
  readonly round: JackpotRound;
  readonly stage: JackpotStage;
}

export function ProofStrip({ round, stage }: ProofStripProps) {
  return (
    <section aria-label="Proof" className="grid gap-4 border-t border-line pt-4 @min-[760px]:grid-cols-2">
      <div className="grid min-w-0 content-start gap-2">
        <HashAndSecret round={round} sealed={secretText(round, stage)} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-xs text-fg-2">
            Round {round.fair.number}. {round.scripted ? 'The hash stays closed.' : 'Hash fixed before any stake.'}
          </p>
          <Button
            icon={<ShieldCheck aria-hidden size={16} />}
            onClick={() => openModal('jackpot.fairplay', { roundId: round.id })}
          >
            FAIR PLAY
          </Button>
        </div>
      </div>
      {round.scripted ? <ScriptedNote /> : <RoundSeal roundId={round.id} revealed={stage === 'landed'} />}
    </section>
  );
}

/** When the secret is told, or why it never is. */
export function secretText({ scripted }: Pick<JackpotRound, 'scripted'>, stage: JackpotStage): string {
  return scripted || stage === 'voided' ? 'Not revealed: there was no draw' : 'Revealed when the pointer has landed';
}
