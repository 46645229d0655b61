/** The choice between staking site items, which is instant, and Steam items, which takes a trade offer first. */
import { ArrowRight, Package, Repeat } from 'lucide-react';
import type { ReactNode } from 'react';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { centsFromUsd, formatUsd, sumCents } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { gameLabel } from '../steam-items/steam-model.ts';
import { itemCount, texts as tradeTexts } from '../texts.ts';

const texts = tradeTexts.source;

/** What each choice opens. */
export interface StakeSources {
  readonly onSite: () => void;
  readonly onSteam: () => void;
}

export function MakeDeposit({ onSite, onSteam }: StakeSources) {
  const items = useAsk(siteInventory, {}).data?.items.map(({ item }) => centsFromUsd(item.priceUsd));
  const stakeable = items?.filter((price) => price >= MIN_ITEM_CENTS);
  const appId = useSettings()?.deposit.stakeApp ?? null;
  return (
    <div className="grid gap-3">
      <Source icon={<Package aria-hidden size={24} />} name={messages.picker.site} onChoose={onSite}>
        {stakeable === undefined
          ? texts.siteLoading
          : stakeable.length === 0
            ? texts.siteEmpty
            : texts.site(itemCount(stakeable.length), formatUsd(sumCents(stakeable)))}
      </Source>
      <Source icon={<Repeat aria-hidden size={24} />} name={messages.picker.steam} onChoose={onSteam}>
        {texts.steam(appId === null ? texts.anyItems : texts.gameItems(gameLabel(appId)))}
      </Source>
    </div>
  );
}

interface SourceProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly onChoose: () => void;
  readonly children: string;
}

function Source({ icon, name, onChoose, children }: SourceProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className={
        'group grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 rounded-md border-2 border-line ' +
        'bg-ink-3 p-4 text-left transition-colors duration-(--time-hover) hover:border-volt focus-visible:outline-2 ' +
        'focus-visible:outline-offset-2 focus-visible:outline-volt'
      }
    >
      <span className="grid size-12 place-items-center rounded-md bg-ink-4 text-volt">{icon}</span>
      <span className="grid gap-0.5">
        <span className="font-bold">{name}</span>
        <span className="text-sm text-fg-2">{children}</span>
      </span>
      <ArrowRight aria-hidden size={20} className="text-fg-3 group-hover:text-volt" />
    </button>
  );
}
