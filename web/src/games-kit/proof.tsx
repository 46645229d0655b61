/** The proof of a round on the screen: hash and secret to copy, and the seal with its reasons. Used by every game. */
import { LockKeyhole, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRecomputed } from '../fairness/seal.ts';
import type { RecomputedDetails, BrowserSeal } from '../fairness/seal.ts';
import { SealChip, SealPanel } from '../fairness/view/seal-view.tsx';
import { useSeal } from '../fairness/watcher.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { CopyText } from '../ui/controls/copy-text.tsx';
import { cx } from '../ui/layout/cx.ts';
import { texts } from './texts.ts';

export interface HashAndSecretProps {
  /** Veiled: it holds no secret until the result may be shown. */
  readonly round: { readonly hash: string; readonly secret: string | null };
  /** When the secret is revealed, or why it never is. */
  readonly sealed: ReactNode;
  readonly className?: string;
}

/** One line while the secret is sealed; two once both can be copied. */
export function HashAndSecret({ round: { hash, secret }, sealed, className }: HashAndSecretProps) {
  return (
    <dl
      className={cx(
        'grid min-w-0 items-center gap-2 text-sm',
        secret === null ? 'grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)]' : 'grid-cols-[56px_minmax(0,1fr)]',
        className,
      )}
    >
      <dt className="font-semibold">{texts.proof.hash}</dt>
      <dd className="min-w-0">
        <CopyText text={hash} label={texts.proof.hash} />
      </dd>
      <dt className={secret === null ? 'visually-hidden' : 'font-semibold'}>{texts.proof.secret}</dt>
      <dd className="min-w-0">
        {secret === null ? (
          <span className="flex items-center gap-2 text-xs text-balance text-fg-2">
            <LockKeyhole aria-hidden size={14} className="shrink-0" />
            <span className="min-w-0">{sealed}</span>
          </span>
        ) : (
          <CopyText text={secret} label={texts.proof.secret} />
        )}
      </dd>
    </dl>
  );
}

/**
 * The seal to show. A verdict must not reveal the result before the picture does; a mismatch is shown at once. `revealed`: the
 * picture has shown the result.
 */
export function shownSeal(seal: BrowserSeal, revealed: boolean): BrowserSeal {
  return isRecomputed(seal) && !revealed ? { state: 'checking', since: seal.since } : seal;
}

/** The seal of a round with its ticket; nothing until this browser has observed the round. */
export function RoundSeal({ roundId, revealed }: { readonly roundId: string; readonly revealed: boolean }) {
  const seal = useSeal(roundId);
  if (!seal) return null;
  return (
    <SealPanel seal={shownSeal(seal, revealed)}>{isRecomputed(seal) && revealed && <Trace seal={seal} />}</SealPanel>
  );
}

function Trace({ seal }: { readonly seal: RecomputedDetails }) {
  const { ticket, total, beaconRound } = seal.trace;
  if (ticket === null || total === null) return null;
  return (
    <p className="tabular-nums">
      {texts.proof.ticket} <strong className="text-fg">{ticket.toLocaleString('en-US')}</strong>{' '}
      {texts.proof.source(total.toLocaleString('en-US'), Number(beaconRound).toLocaleString('en-US'))}
    </p>
  );
}

/** The seal of a round in the history; nothing unless this browser has verified the round. */
export function JudgedChip({ roundId, iconOnly = false }: { readonly roundId: string; readonly iconOnly?: boolean }) {
  const seal = useSeal(roundId);
  return isJudged(seal) ? <SealChip seal={seal} iconOnly={iconOnly} /> : null;
}

/** True once this browser has recomputed the round or found a mismatch. */
export function isJudged(seal: BrowserSeal | undefined): seal is BrowserSeal {
  return isRecomputed(seal) || seal?.state === 'mismatch';
}

/** Link to the page that recomputes a round. */
export function CheckLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <ButtonLink variant="quiet" to={to} icon={<ShieldCheck aria-hidden size={16} />} aria-label={label}>
      {texts.proof.check}
    </ButtonLink>
  );
}

/** The same link on the panel of a round. */
export function FairplayLink({ to }: { readonly to: string }) {
  return (
    <ButtonLink to={to} icon={<ShieldCheck aria-hidden size={16} />}>
      {texts.proof.fairplay}
    </ButtonLink>
  );
}
