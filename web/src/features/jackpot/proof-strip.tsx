/** The proof of the round on its own panel: hash, secret, seal, and the way to the fair-play page. Called by the stage. */
import { LockKeyhole, ShieldCheck } from 'lucide-react';
import type { JackpotRound } from '@fairpot/contract/jackpot';
import { isRecomputed } from '../../fairness/seal.ts';
import type { Recomputed, Seal } from '../../fairness/seal.ts';
import { SealPanel } from '../../fairness/seal-view.tsx';
import { useSeal } from '../../fairness/watcher.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { ScriptedNote } from '../../ui/states/scripted-mark.tsx';
import type { Stage } from './stage.ts';

export interface ProofStripProps {
  /** Veiled: it holds no secret before the pointer has landed. */
  readonly round: JackpotRound;
  readonly stage: Stage;
}

export function ProofStrip({ round, stage }: ProofStripProps) {
  const seal = useSeal(round.id);
  return (
    <section aria-label="Proof" className="grid gap-4 border-t border-line pt-4 @min-[760px]:grid-cols-2">
      <div className="grid min-w-0 content-start gap-2">
        <dl className="grid min-w-0 grid-cols-[56px_minmax(0,1fr)] items-center gap-2 text-sm">
          <dt className="font-semibold">Hash</dt>
          <dd className="min-w-0">
            <CopyText text={round.hash} label="Hash" />
          </dd>
          <dt className="font-semibold">Secret</dt>
          <dd className="min-w-0">
            {round.secret === null ? (
              <Sealed stage={stage} scripted={round.scripted} />
            ) : (
              <CopyText text={round.secret} label="Secret" />
            )}
          </dd>
        </dl>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-xs text-fg-2">
            Round {round.fair.number}. {round.scripted ? 'The hash stays closed.' : 'Hash fixed before any stake.'}
          </p>
          <ButtonLink to={`/fairplay?round=${round.id}`} icon={<ShieldCheck aria-hidden size={16} />}>
            FAIR PLAY
          </ButtonLink>
        </div>
      </div>
      {round.scripted && <ScriptedNote />}
      {seal && !round.scripted && (
        <SealPanel seal={shownSeal(seal, stage)}>
          {isRecomputed(seal) && stage === 'landed' && <Trace seal={seal} />}
        </SealPanel>
      )}
    </section>
  );
}

/** A verdict must not tell the result before the pointer does; a mismatch is never held back. */
export function shownSeal(seal: Seal, stage: Stage): Seal {
  return isRecomputed(seal) && stage !== 'landed' ? { state: 'checking', since: seal.since } : seal;
}

function Trace({ seal }: { readonly seal: Recomputed }) {
  const { ticket, total, beaconRound } = seal.trace;
  if (ticket === null || total === null) return null;
  return (
    <p className="tabular-nums">
      Ticket <strong className="text-fg">{ticket.toLocaleString('en-US')}</strong> of {total.toLocaleString('en-US')},
      beacon round {Number(beaconRound).toLocaleString('en-US')}.
    </p>
  );
}

function Sealed({ stage, scripted }: { readonly stage: Stage; readonly scripted: boolean }) {
  return (
    <span className="flex min-h-[calc(var(--control)+2px)] items-center gap-2 rounded-md border border-dashed border-line-strong px-3 text-xs text-fg-2">
      <LockKeyhole aria-hidden size={14} className="shrink-0" />
      {scripted || stage === 'voided' ? 'Not revealed: there was no draw' : 'Revealed when the pointer has landed'}
    </span>
  );
}
