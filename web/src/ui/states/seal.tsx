/**
 * The state of a round's proof, as a seal. It never claims more than was checked: 'verified' is a result that this browser recomputed, and a
 * scripted round is marked as such instead.
 */
import { BadgeCheck, CircleAlert, KeyRound, LockKeyhole, ShieldOff, Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../layout/cx.ts';
import { messages } from '../../messages.ts';

export type SealState = 'sealed' | 'locked' | 'revealed' | 'verified' | 'mismatch' | 'scripted';

const LOOKS: Readonly<
  Record<SealState, { readonly icon: typeof Stamp; readonly title: string; readonly tone: string }>
> = {
  sealed: { icon: Stamp, title: messages.seal.sealed, tone: 'text-fg-2' },
  locked: { icon: LockKeyhole, title: messages.seal.locked, tone: 'text-info' },
  revealed: { icon: KeyRound, title: messages.seal.revealed, tone: 'text-fg' },
  verified: { icon: BadgeCheck, title: messages.seal.verified, tone: 'text-ok' },
  mismatch: { icon: CircleAlert, title: messages.seal.mismatch, tone: 'text-bad' },
  scripted: { icon: ShieldOff, title: messages.seal.scripted, tone: 'text-warn' },
};

export interface SealProps {
  readonly state: SealState;
  /** Replaces the state's own title. */
  readonly title?: string;
  /** One line of explanation, and details: hash, secret, link. */
  readonly children?: ReactNode;
}

export function Seal({ state, title, children }: SealProps) {
  const look = LOOKS[state];
  const Icon = look.icon;
  const loud = state === 'mismatch' || state === 'scripted';
  return (
    <div
      role={state === 'mismatch' ? 'alert' : undefined}
      className={cx('flex gap-3 rounded-md border bg-ink-3 p-3', loud ? 'border-current' : 'border-line', look.tone)}
    >
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-bold">{title ?? look.title}</p>
        {children !== undefined && <div className="mt-1 grid gap-2 text-xs text-fg-2">{children}</div>}
      </div>
    </div>
  );
}
