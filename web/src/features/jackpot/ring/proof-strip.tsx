/** The proof of the round: hash, secret, seal, and a button for the Fairplay window that explains them. Used by the stage. */
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { ShieldCheck } from 'lucide-react';
import { CopyLink } from '../../../games-kit/copy-link.tsx';
import { HashAndSecret, RoundSeal } from '../../../games-kit/proof.tsx';
import { openModal } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ScriptedNote } from '../../../ui/states/scripted-mark.tsx';
import { roundPath } from '../round-path.ts';
import type { JackpotStage } from '../stage.ts';
import { texts } from '../texts.ts';

export interface ProofStripProps {
  /** Veiled: it holds no secret until the pointer has landed. */
  readonly round: JackpotRound;
  readonly stage: JackpotStage;
}

export function ProofStrip({ round, stage }: ProofStripProps) {
  return (
    <section aria-label={texts.proof.label} className="grid gap-4 border-t border-line pt-4 @min-[760px]:grid-cols-2">
      <div className="grid min-w-0 content-start gap-2">
        <HashAndSecret round={round} sealed={secretText(round, stage)} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-xs text-fg-2">
            {texts.proof.round(round.fair.number)} {round.scripted ? texts.proof.scripted : texts.proof.fixed}
          </p>
          <div className="flex flex-wrap gap-2">
            <CopyLink path={roundPath(round.id)} />
            <Button
              icon={<ShieldCheck aria-hidden size={16} />}
              onClick={() => openModal('jackpot.fairplay', { roundId: round.id })}
            >
              {texts.proof.fairplay}
            </Button>
          </div>
        </div>
      </div>
      {round.scripted ? <ScriptedNote /> : <RoundSeal roundId={round.id} revealed={stage === 'landed'} />}
    </section>
  );
}

/** When the secret is revealed, or why it never is. */
export function secretText({ scripted }: Pick<JackpotRound, 'scripted'>, stage: JackpotStage): string {
  return scripted || stage === 'voided' ? texts.proof.undrawn : texts.proof.sealed;
}
