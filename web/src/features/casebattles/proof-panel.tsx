/** The proof of a battle on its own page: hash, secret, seal, and the ways to recompute it. Called by the view. */
import { LockKeyhole, ShieldCheck, ShieldOff } from 'lucide-react';
import type { Casebattle } from '@fairpot/contract/casebattle';
import { isRecomputed } from '../../fairness/seal.ts';
import type { Seal } from '../../fairness/seal.ts';
import { SealPanel } from '../../fairness/seal-view.tsx';
import { useSeal } from '../../fairness/watcher.ts';
import { openModal } from '../../platform/page/modal.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { Seal as SealBox } from '../../ui/states/seal.tsx';
import { fairplayLink } from '../fairplay/address.ts';
import './modals.ts';
import type { Stage } from './stage.ts';

export interface ProofPanelProps {
  /** Veiled: it holds no secret before the winner is told. */
  readonly battle: Casebattle;
  readonly stage: Stage;
}

export function ProofPanel({ battle, stage }: ProofPanelProps) {
  const seal = useSeal(battle.id);
  return (
    <section aria-label="Proof" className="grid gap-4 rounded-lg border border-line bg-ink-2 p-4 lg:grid-cols-2 lg:p-6">
      <div className="grid min-w-0 content-start gap-3">
        <dl className="grid min-w-0 grid-cols-[56px_minmax(0,1fr)] items-center gap-2 text-sm">
          <dt className="font-semibold">Hash</dt>
          <dd className="min-w-0">
            <CopyText text={battle.hash} label="Hash" />
          </dd>
          <dt className="font-semibold">Secret</dt>
          <dd className="min-w-0">
            {battle.secret === null ? (
              <Sealed stage={stage} scripted={battle.scripted} />
            ) : (
              <CopyText text={battle.secret} label="Secret" />
            )}
          </dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<LockKeyhole aria-hidden size={16} />}
            onClick={() => openModal('casebattle.fairness', { gameId: battle.id })}
          >
            Battle fairness
          </Button>
          <ButtonLink
            to={fairplayLink({ game: 'casebattle', hash: battle.hash, secret: battle.secret })}
            icon={<ShieldCheck aria-hidden size={16} />}
          >
            FAIR PLAY
          </ButtonLink>
        </div>
      </div>
      {battle.scripted ? (
        <SealBox state="scripted">
          <p>A show of how the game looks. It makes no fairness claim and counts nowhere.</p>
        </SealBox>
      ) : seal ? (
        <SealPanel seal={shownSeal(seal, stage)} />
      ) : (
        <p className="flex items-start gap-2 text-sm text-fg-2">
          <ShieldOff aria-hidden size={18} className="shrink-0" />
          {stage === 'cancelled' || stage === 'voided'
            ? 'There was no draw, so there is nothing to prove. Every seat got its price back.'
            : 'Your browser has not looked at this battle yet.'}
        </p>
      )}
    </section>
  );
}

/** A verdict must not tell the result before the reels do; a mismatch is never held back. */
export function shownSeal(seal: Seal, stage: Stage): Seal {
  return isRecomputed(seal) && stage !== 'told' ? { state: 'checking', since: seal.since } : seal;
}

function Sealed({ stage, scripted }: { readonly stage: Stage; readonly scripted: boolean }) {
  const over = scripted || stage === 'cancelled' || stage === 'voided';
  return (
    <span className="flex min-h-[calc(var(--control)+2px)] items-center gap-2 rounded-md border border-dashed border-line-strong px-3 text-xs text-fg-2">
      <LockKeyhole aria-hidden size={14} className="shrink-0" />
      {over ? 'Not revealed: there was no draw' : 'Revealed when the reels have told the winner'}
    </span>
  );
}
