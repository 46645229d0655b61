/** The seal of a round on the screen: a small chip in rows, a box with the reasons in the game's view. */
import { BadgeCheck, CircleAlert, Clock, KeyRound, CircleHelp, Eye, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/layout/cx.ts';
import { Seal as SealBox } from '../../ui/states/seal.tsx';
import type { SealState } from '../../ui/states/seal.tsx';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { sealText } from '../seal.ts';
import type { BrowserSeal } from '../seal.ts';

const LOOKS = {
  watching: { icon: Eye, tone: 'text-fg-2', box: 'sealed' },
  checking: { icon: LoaderCircle, tone: 'text-fg-2', box: 'revealed' },
  opened: { icon: KeyRound, tone: 'text-fg', box: 'revealed' },
  late: { icon: Clock, tone: 'text-fg-2', box: 'revealed' },
  verified: { icon: BadgeCheck, tone: 'text-ok', box: 'verified' },
  unchecked: { icon: CircleHelp, tone: 'text-fg-2', box: 'revealed' },
  mismatch: { icon: CircleAlert, tone: 'text-bad', box: 'mismatch' },
} as const satisfies Record<BrowserSeal['state'], { icon: typeof Eye; tone: string; box: SealState }>;

/** Icon and label; the sentence on hover and focus. */
export function SealChip({ seal, iconOnly = false }: { readonly seal: BrowserSeal; readonly iconOnly?: boolean }) {
  const { icon: Icon, tone } = LOOKS[seal.state];
  const { label, detail } = sealText(seal);
  return (
    <Tooltip text={detail}>
      <span tabIndex={0} className={cx('inline-flex items-center gap-1 rounded-sm text-xs font-semibold', tone)}>
        <Icon
          aria-hidden
          size={15}
          className={cx('shrink-0', seal.state === 'checking' && 'animate-[spin_.8s_linear_infinite]')}
        />
        <span className={iconOnly ? 'visually-hidden' : undefined}>{label}</span>
      </span>
    </Tooltip>
  );
}

/** The seal with its reasons; `children` are added below (trace, links). */
export function SealPanel({ seal, children }: { readonly seal: BrowserSeal; readonly children?: ReactNode }) {
  const { label, detail } = sealText(seal);
  return (
    <SealBox state={LOOKS[seal.state].box} title={label}>
      <p>{detail}</p>
      {children}
    </SealBox>
  );
}
