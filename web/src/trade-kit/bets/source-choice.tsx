/**
 * The top of a window that takes a stake: from which inventory, with the way to the other one (nothing where there is one), and
 * what the game says there, beside it where the window is wide and has little height: that leaves the items a row more.
 */
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { Choice } from '../../ui/controls/choice.tsx';
import { cx } from '../../ui/layout/cx.ts';
import type { Sources } from './modals.ts';
import { useSteamBets } from './use-sources.ts';

const SOURCES = [
  { value: 'site', label: messages.picker.site },
  { value: 'steam', label: messages.picker.steam },
] as const;

export interface SourceChoiceProps extends Sources {
  /** The one of this window. */
  readonly source: 'site' | 'steam';
  readonly children: ReactNode;
}

const BESIDE = '[@media(min-width:900px)_and_(max-height:840px)]:grid-cols-2 items-end';

export function SourceChoice({ source, onSite, onSteam, children }: SourceChoiceProps) {
  if (!useSteamBets()) return children;
  const change = (wanted: 'site' | 'steam') => (wanted === 'site' ? onSite() : onSteam());
  return (
    <div className={cx('grid gap-4', BESIDE)}>
      <Choice legend="Stake from" options={SOURCES} value={source} onChange={change} />
      {children}
    </div>
  );
}
