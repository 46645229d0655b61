/**
 * The top of a stake window: the choice of inventory, if there are two, and the game's own part. In a wide and low window they are side by
 * side, which leaves room for one more row of items.
 */
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { Choice } from '../../ui/controls/choice.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { texts } from '../texts.ts';
import type { StakeSources } from './make-deposit.tsx';
import { useSteamBets } from './use-sources.ts';

const SOURCES = [
  { value: 'site', label: messages.picker.site },
  { value: 'steam', label: messages.picker.steam },
] as const;

export interface SourceChoiceProps extends StakeSources {
  /** The inventory of this window. */
  readonly source: 'site' | 'steam';
  readonly children: ReactNode;
}

const BESIDE = '[@media(min-width:900px)_and_(max-height:840px)]:grid-cols-2 items-end';

export function SourceChoice({ source, onSite, onSteam, children }: SourceChoiceProps) {
  if (!useSteamBets()) return children;
  const change = (next: 'site' | 'steam') => (next === 'site' ? onSite() : onSteam());
  return (
    <div className={cx('grid gap-4', BESIDE)}>
      <Choice legend={texts.source.legend} options={SOURCES} value={source} onChange={change} />
      {children}
    </div>
  );
}
