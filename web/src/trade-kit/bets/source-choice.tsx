/** At the top of a window that takes a stake: from which inventory, with the way to the other one. Nothing where there is one. */
import { messages } from '../../messages.ts';
import { Choice } from '../../ui/controls/choice.tsx';
import type { Sources } from './modals.ts';
import { useSteamBets } from './use-sources.ts';

const SOURCES = [
  { value: 'site', label: messages.picker.site },
  { value: 'steam', label: messages.picker.steam },
] as const;

export interface SourceChoiceProps extends Sources {
  /** The one of this window. */
  readonly source: 'site' | 'steam';
}

export function SourceChoice({ source, onSite, onSteam }: SourceChoiceProps) {
  if (!useSteamBets()) return null;
  const change = (wanted: 'site' | 'steam') => (wanted === 'site' ? onSite() : onSteam());
  return <Choice legend="Stake from" options={SOURCES} value={source} onChange={change} />;
}
