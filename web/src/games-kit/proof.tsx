/** The proof of a round on the screen: hash and secret to copy, the seal, and what it rests on. Called by every game. */
import { LockKeyhole, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRecomputed } from '../fairness/seal.ts';
import type { Recomputed, Seal } from '../fairness/seal.ts';
import { SealChip, SealPanel } from '../fairness/view/seal-view.tsx';
import { useSeal } from '../fairness/watcher.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { CopyText } from '../ui/controls/copy-text.tsx';
import { cx } from '../ui/layout/cx.ts';

export interface HashAndSecretProps {
  /** Veiled: it holds no secret before its result may be read. */
  readonly round: { readonly hash: string; readonly secret: string | null };
  /** When the secret is told, or why it never is. */
  readonly sealed: ReactNode;
  readonly className?: string;
}

export function HashAndSecret({ round: { hash, secret }, sealed, className }: HashAndSecretProps) {
  return (
    <dl className={cx('grid min-w-0 grid-cols-[56px_minmax(0,1fr)] items-center gap-2 text-sm', className)}>
      <dt className="font-semibold">Hash</dt>
      <dd className="min-w-0">
        <CopyText text={hash} label="Hash" />
      </dd>
      <dt className="font-semibold">Secret</dt>
      <dd className="min-w-0">
        {secret === null ? (
          <span
            className={
              'flex min-h-[calc(var(--control)+2px)] items-center gap-2 rounded-md border border-dashed ' +
              'border-line-strong px-3 text-xs text-fg-2'
            }
          >
            <LockKeyhole aria-hidden size={14} className="shrink-0" />
            {sealed}
          </span>
        ) : (
          <CopyText text={secret} label="Secret" />
        )}
      </dd>
    </dl>
  );
}

/**
 * A verdict must not tell the result before the picture does; a mismatch is never held back. `told`: the picture has.
 */
export function shownSeal(seal: Seal, told: boolean): Seal {
  return isRecomputed(seal) && !told ? { state: 'checking', since: seal.since } : seal;
}

/** The seal of a round with the ticket it rests on; nothing until this browser has looked at the round. */
export function RoundSeal({ roundId, told }: { readonly roundId: string; readonly told: boolean }) {
  const seal = useSeal(roundId);
  if (!seal) return null;
  return <SealPanel seal={shownSeal(seal, told)}>{isRecomputed(seal) && told && <Trace seal={seal} />}</SealPanel>;
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

/** The chip of a round in the history; nothing unless this browser has judged the round. */
export function JudgedChip({ roundId, iconOnly = false }: { readonly roundId: string; readonly iconOnly?: boolean }) {
  const seal = useSeal(roundId);
  return isJudged(seal) ? <SealChip seal={seal} iconOnly={iconOnly} /> : null;
}

/** True once this browser has recomputed the round, or found it wrong. */
export function isJudged(seal: Seal | undefined): seal is Seal {
  return isRecomputed(seal) || seal?.state === 'mismatch';
}

/** The way to the page that recomputes a round. */
export function CheckLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <ButtonLink variant="quiet" to={to} icon={<ShieldCheck aria-hidden size={16} />} aria-label={label}>
      Check
    </ButtonLink>
  );
}

/** The same on the panel of a round itself. */
export function FairPlayLink({ to }: { readonly to: string }) {
  return (
    <ButtonLink to={to} icon={<ShieldCheck aria-hidden size={16} />}>
      FAIR PLAY
    </ButtonLink>
  );
}
