/** What the picker says of items at Steam: what is hidden, and why nothing is there. */
import { EyeOff, PackageOpen, RotateCw, ScanSearch, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/listed';
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
import { gameLabel, notAccepted, type NotAccepted, type SteamGame, type SteamUse } from './steam-model.ts';

/** Items at or below it are not offered (spec 5). */
const HIDDEN_UP_TO_CENTS = 50;

interface SteamAnswer {
  readonly data: OutputOf<typeof steamInventory> | undefined;
  /** When that was read: with each reading the trading account is asked anew. */
  readonly dataUpdatedAt: number;
}

/** The picker's words for these items of one game at Steam. */
export function steamWords(
  appId: SteamGame,
  use: SteamUse,
  picker: Picker,
  { data, dataUpdatedAt: readAt }: SteamAnswer,
): PickerWords {
  const game = gameLabel(appId);
  return {
    note: (of) => noteOf(use, of),
    reload: messages.trade.uncache,
    below: (
      <>
        {data?.looking === true && <Looking key={readAt} game={game} />}
        <NotAcceptedList all={notAccepted(data?.items ?? [])} />
      </>
    ),
    nothing: (
      <EmptyState
        icon={<PackageOpen aria-hidden size={32} strokeWidth={1.5} />}
        title={messages.picker.empty}
        action={<ReloadButton picker={picker} />}
      >
        {picker.index.hiddenCheap > 0
          ? `Your ${game} inventory at Steam holds nothing that is accepted here.`
          : `Your ${game} inventory at Steam is empty. What was traded lately can take a while to show.`}
      </EmptyState>
    ),
    failed: (error) =>
      error instanceof ApiRefusal && error.code === 'STEAM_PRIVATE' ? (
        <EmptyState
          icon={<EyeOff aria-hidden size={32} strokeWidth={1.5} />}
          title={error.text}
          action={<ReloadButton picker={picker} />}
        >
          So its items cannot be shown here. In Steam open Edit profile, Privacy settings, set the inventory to Public,
          then reload.
        </EmptyState>
      ) : undefined,
  };
}

/** As long as the server waits for its trading account; after it nothing is looked for until somebody asks again. */
const LOOK_MS = 60_000;

/** Steam hides items from others for days after a trade; our trading account is shown them, unless Steam does not answer it. */
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
      <span>
        {over
          ? `Steam did not show us ${game} items that came to you in the last days. What else you have is here; ` +
            'reload from Steam to look again.'
          : `Looking for ${game} items that came to you in the last days: ` +
            'Steam shows them to our trading account alone.'}
      </span>
    </p>
  );
}

/** What is shown and not taken, item by item with its reason. */
function NotAcceptedList({ all }: { readonly all: readonly NotAccepted[] }) {
  if (all.length === 0) return null;
  return (
    <details className="rounded-md border border-line bg-ink-1 text-sm">
      <summary className="flex min-h-(--control) cursor-pointer items-center gap-2 px-3 font-semibold">
        <TriangleAlert aria-hidden size={15} className="shrink-0 text-warn" />
        {all.length === 1 ? '1 item is' : `${all.length} items are`} not accepted right now: why
      </summary>
      <ul
        aria-label={messages.trade.notAccepted}
        className="grid max-h-48 gap-2 overflow-y-auto border-t border-line p-3"
      >
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
      {messages.trade.uncache}
    </Button>
  );
}

function noteOf(use: SteamUse, { cap, index: { hiddenCheap } }: Picker): string {
  const least = formatUsd(cents(use === 'stake' ? MIN_ITEM_CENTS : HIDDEN_UP_TO_CENTS));
  const which = use === 'stake' ? `under ${least}` : `at or under ${least}`;
  const hidden =
    hiddenCheap === 0
      ? ''
      : `. ${hiddenCheap} ${hiddenCheap === 1 ? 'item' : 'items'} ${which}, or without a price, ` +
        `${hiddenCheap === 1 ? 'is' : 'are'} hidden`;
  return (use === 'stake' ? messages.picker.note(cap) : messages.trade.note(cap)) + hidden;
}
