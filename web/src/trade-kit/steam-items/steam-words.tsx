/** The picker's texts for Steam items: what is hidden, and why the list is empty. */
import { EyeOff, PackageOpen, RotateCw, ScanSearch, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import type { steamInventory } from '@fairpot/contract/inventory/calls';
import { MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import type { PickerWords } from '../../games-kit/inventory/inventory-picker.tsx';
import type { Picker } from '../../games-kit/inventory/use-picker.ts';
import { messages } from '../../messages.ts';
import { ApiRefusal } from '../../platform/calls/api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { EmptyState } from '../../ui/states/states.tsx';
import { itemCount, steamTexts, texts as tradeTexts } from '../texts.ts';
import { gameLabel, rejectedItems, type RejectedItem, type SteamGame, type SteamUse } from './steam-model.ts';

/** Items at or below this value are not offered (spec 5). */
const HIDDEN_UP_TO_CENTS = 50;

const texts = tradeTexts.steamItems;

interface SteamAnswer {
  readonly data: OutputOf<typeof steamInventory> | undefined;
  /** When the inventory was read. Each read also asks the trading account again. */
  readonly dataUpdatedAt: number;
}

/** The picker's texts for one game's Steam items. */
export function steamWords(
  appId: SteamGame,
  use: SteamUse,
  picker: Picker,
  { data, dataUpdatedAt: readAt }: SteamAnswer,
): PickerWords {
  const game = gameLabel(appId);
  return {
    note: (of) => noteOf(use, of),
    reload: steamTexts.uncache,
    below: (
      <>
        {data?.looking === true && <Looking key={readAt} game={game} />}
        <NotAcceptedList all={rejectedItems(data?.items ?? [])} />
      </>
    ),
    nothing: (
      <EmptyState
        icon={<PackageOpen aria-hidden size={32} strokeWidth={1.5} />}
        title={messages.picker.empty}
        action={<ReloadButton picker={picker} />}
      >
        {picker.index.hiddenCheap > 0 ? texts.noneAccepted(game) : texts.empty(game)}
      </EmptyState>
    ),
    failed: (error) =>
      error instanceof ApiRefusal && error.code === 'STEAM_PRIVATE' ? (
        <EmptyState
          icon={<EyeOff aria-hidden size={32} strokeWidth={1.5} />}
          title={error.text}
          action={<ReloadButton picker={picker} />}
        >
          {texts.private}
        </EmptyState>
      ) : undefined,
  };
}

/** How long the server waits for its trading account. After that the search ends until the player reloads. */
const LOOK_MS = 60_000;

/** Notice of the search for recently traded items. Steam hides them from others for days, but shows them to our trading account. */
export function Looking({ game, forMs = LOOK_MS }: { readonly game: string; readonly forMs?: number }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), forMs);
    return () => clearTimeout(timer);
  }, [forMs]);
  const Icon = over ? TriangleAlert : ScanSearch;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-fg-2">
      <Icon aria-hidden size={15} className={cx('mt-0.5 shrink-0', over ? 'text-warn' : 'text-volt')} />
      <span>{over ? texts.searchFailed(game) : texts.searching(game)}</span>
    </p>
  );
}

/** The items that are shown but not accepted, each with its reason. */
function NotAcceptedList({ all }: { readonly all: readonly RejectedItem[] }) {
  if (all.length === 0) return null;
  return (
    <details className="rounded-md border border-line bg-ink-1 text-sm">
      <summary className="flex min-h-(--control) cursor-pointer items-center gap-2 px-3 font-semibold">
        <TriangleAlert aria-hidden size={15} className="shrink-0 text-warn" />
        {texts.notAccepted(itemCount(all.length))}
      </summary>
      <ul aria-label={steamTexts.notAccepted} className="grid max-h-48 gap-2 overflow-y-auto border-t border-line p-3">
        {all.map(({ item, why }) => (
          <li key={item.assetId} className="grid">
            <span className="font-semibold">
              {item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`}
              {item.itemType !== '' && ` (${item.itemType})`}
            </span>
            <span className="text-xs text-fg-2">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function ReloadButton({ picker }: { readonly picker: Picker }) {
  return (
    <Button icon={<RotateCw aria-hidden size={16} />} busy={picker.reloading} onClick={picker.reload}>
      {steamTexts.uncache}
    </Button>
  );
}

function noteOf(use: SteamUse, { cap, index: { hiddenCheap } }: Picker): string {
  const limit = formatUsd(cents(use === 'stake' ? MIN_ITEM_CENTS : HIDDEN_UP_TO_CENTS));
  const which = use === 'stake' ? texts.under(limit) : texts.upTo(limit);
  const hidden = hiddenCheap === 0 ? '' : texts.hidden(itemCount(hiddenCheap), which);
  return (use === 'stake' ? messages.picker.note(cap) : steamTexts.note(cap)) + hidden;
}
