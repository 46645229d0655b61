/** The proof of a battle on its own page: hash, secret, seal, and links to recompute it. Used by the battle's page. */
import { LockKeyhole, ShieldOff } from 'lucide-react';
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { useSeal } from '../../../fairness/watcher.ts';
import { fairplayLink } from '../../../games-kit/fairplay-link.ts';
import { FairplayLink, HashAndSecret, RoundSeal } from '../../../games-kit/proof.tsx';
import { openModal } from '../../../platform/page/modal.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Seal as SealBox } from '../../../ui/states/seal.tsx';
import type { BattleStage } from '../stage.ts';
import { texts } from './texts.ts';

export interface ProofPanelProps {
  /** Veiled: it holds no secret until the winner is shown. */
  readonly battle: Casebattle;
  readonly stage: BattleStage;
}

export function ProofPanel({ battle, stage }: ProofPanelProps) {
  const seen = useSeal(battle.id) !== undefined;
  const undrawn = stage === 'cancelled' || stage === 'voided';
  return (
    <section
      aria-label={texts.proof.label}
      className="grid gap-4 rounded-lg border border-line bg-ink-2 p-4 lg:grid-cols-2 lg:p-6"
    >
      <div className="grid min-w-0 content-start gap-3">
        <HashAndSecret round={battle} sealed={battle.scripted || undrawn ? texts.proof.undrawn : texts.proof.sealed} />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<LockKeyhole aria-hidden size={16} />}
            onClick={() => openModal('casebattle.fairness', { gameId: battle.id })}
          >
            {texts.proof.fairness}
          </Button>
          <FairplayLink to={fairplayLink({ game: 'casebattle', hash: battle.hash, secret: battle.secret })} />
        </div>
      </div>
      {battle.scripted ? (
        <SealBox state="scripted">
          <p>{texts.proof.scripted}</p>
        </SealBox>
      ) : seen ? (
        <RoundSeal roundId={battle.id} revealed={stage === 'over'} />
      ) : (
        <p className="flex items-start gap-2 text-sm text-fg-2">
          <ShieldOff aria-hidden size={18} className="shrink-0" />
          {undrawn ? texts.proof.noDraw : texts.proof.unseen}
        </p>
      )}
    </section>
  );
}
