/** /withdraw: site items to Steam by trade offer, the rule that can stop it, and the player's trades; crypto below. */
import { CalendarClock, PackageOpen } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { withdrawItems, withdrawTerms } from '@fairpot/contract/trades/calls';
import type { WaitingItem } from '@fairpot/contract/trades/schemas';
import { PickerBody, type PickerWords } from '../../games-kit/inventory/inventory-picker.tsx';
import { usePickerOf } from '../../games-kit/inventory/use-picker.ts';
import { Loaded, SAFE } from '../../games-kit/page-parts.tsx';
import { messages } from '../../messages.ts';
import { useWithheldItems } from '../../platform/calls/suspense.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { reloadItems } from '../../platform/page/toasts.ts';
import { OrderList } from '../../trade-kit/orders/order-list.tsx';
import { keepSelection, useKeptSelection } from '../../trade-kit/kept-selection.ts';
import { gameLabel, type SteamGame } from '../../trade-kit/steam-items/steam-model.ts';
import { itemCount, steamTexts } from '../../trade-kit/texts.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { EmptyState, Skeleton } from '../../ui/states/states.tsx';
import { StickyCartBar } from './cart-bar.tsx';
import { PayoutRule } from './payout-rule.tsx';
import { texts } from './texts.ts';
import { useLinkedWindow } from './use-linked-window.ts';
import { CART_ID, WithdrawCart } from './withdraw-cart.tsx';
import { indexWithdrawable } from './withdraw-model.ts';
import { formatDay, formatDayTime } from '../../platform/page/time.ts';

const WithdrawCoins = lazy(async () => ({
  default: (await import('./crypto/withdraw/withdraw-coins.tsx')).WithdrawCoins,
}));

export function WithdrawPage() {
  return (
    <NeedsSession title={messages.nav.withdraw} why={texts.withdrawWhy}>
      <PageHead title={messages.nav.withdraw} lead={texts.withdrawLead} />
      <div className="grid gap-4">
        <Withdraw />
        <Suspense fallback={<Skeleton className="h-64" />}>
          <WithdrawCoins />
        </Suspense>
      </div>
    </NeedsSession>
  );
}

function useWithdrawable() {
  const answer = useAsk(withdrawItems, {});
  const withheld = useWithheldItems();
  const { data } = answer;
  // Items won in a round whose animation still runs stay hidden until it has ended.
  const shown = useMemo(
    () => data && { ...data, items: data.items.filter(({ id }) => !withheld.has(id)) },
    [data, withheld],
  );
  return { ...answer, data: shown };
}

type Withdrawable = ReturnType<typeof useWithdrawable>;

function Withdraw() {
  useLinkedWindow();
  const answer = useWithdrawable();
  const [chosen, setChosen] = useState<SteamGame | null>(null);
  return (
    <Loaded answer={answer} loading={<Skeleton className="h-[560px]" />} reassurance={SAFE.items}>
      {(data) => {
        const game = chosen ?? fullest([...data.items, ...data.waiting].map(({ item }) => item.appId));
        return <Desk key={game} game={game} answer={answer} onGame={setChosen} />;
      }}
    </Loaded>
  );
}

/** The game with the most of these items; the first game if there are none. */
function fullest(appIds: readonly number[]): SteamGame {
  const count = (game: SteamGame) => appIds.filter((appId) => appId === game).length;
  return MARKET_GAMES.map(({ appId }) => appId).reduce((best, game) => (count(game) > count(best) ? game : best));
}

const GAMES = MARKET_GAMES.map(({ appId, label }) => ({ value: String(appId), label }));

interface DeskProps {
  readonly game: SteamGame;
  readonly answer: Withdrawable;
  readonly onGame: (game: SteamGame) => void;
}

/** The selection belongs to one game, as an offer holds items of a single game. */
function Desk({ game, answer, onGame }: DeskProps) {
  const { data } = answer;
  const terms = useAsk(withdrawTerms, {}).data;
  const index = useMemo(
    () => (data ? indexWithdrawable(data.items, data.waiting, game, formatDay) : null),
    [data, game],
  );
  const cap = Math.max(useSettings()?.deposit.maxCount ?? 1, 1);
  const name = `withdrawal ${game}`;
  const selected = useKeptSelection(name);
  const picker = usePickerOf({
    ...(selected && { selected }),
    index,
    isError: answer.isError,
    error: answer.error,
    cap,
    full: steamTexts.offerFull(cap),
    reloading: answer.isFetching,
    reload: () => void reloadItems(answer.refetch),
  });
  const chosen = useMemo(() => {
    const byId = new Map(data?.items.map((item) => [item.id, item]));
    return picker.selection.flatMap((id) => byId.get(id) ?? []);
  }, [data, picker.selection]);
  const keep = () => keepSelection(name, picker.selection);
  const waiting = data?.waiting.filter(({ item }) => item.appId === game) ?? [];
  const words: PickerWords = {
    note: () => texts.withdrawNote(cap),
    reload: messages.picker.reload,
    below: <Waiting items={waiting} />,
    nothing: (
      <EmptyState
        icon={<PackageOpen aria-hidden size={32} strokeWidth={1.5} />}
        title={messages.picker.empty}
        action={<ButtonLink to="/marketplace">{messages.nav.marketplace}</ButtonLink>}
      >
        {texts.noSiteItems(gameLabel(game))}
      </EmptyState>
    ),
  };
  const toGame = (value: string) => {
    const found = MARKET_GAMES.find(({ appId }) => String(appId) === value);
    if (found) onGame(found.appId);
  };
  return (
    <div className="@container grid gap-4">
      <div className="grid items-start gap-4 @min-[800px]:grid-cols-[minmax(0,1fr)_296px]">
        <Panel aria-label={texts.siteItems}>
          <Tabs label={texts.game} tabs={GAMES} value={String(game)} onChange={toGame}>
            <PickerBody
              picker={picker}
              words={words}
              shelf="h-[clamp(260px,calc(100dvh-440px),640px)]"
              refused={picker.refused}
            />
          </Tabs>
        </Panel>
        <div className="grid min-w-0 content-start gap-4">
          <div id={CART_ID} tabIndex={-1} className="scroll-mt-20">
            <WithdrawCart picker={picker} chosen={chosen} keep={keep} terms={terms} />
          </div>
          <PayoutRule />
        </div>
      </div>
      <OrderList />
      <div className="contents @min-[800px]:hidden">
        <StickyCartBar picker={picker} cartId={CART_ID} />
      </div>
    </div>
  );
}

/** The player's reserved items, each with its date and a link to its page. */
function Waiting({ items }: { readonly items: readonly WaitingItem[] }) {
  if (items.length === 0) return null;
  return (
    <details className="rounded-md border border-line bg-ink-1 text-sm">
      <summary className="flex min-h-(--control) cursor-pointer items-center gap-2 px-3 font-semibold">
        <CalendarClock aria-hidden size={15} className="shrink-0 text-warn" />
        {texts.reserved.summary(itemCount(items.length))}
      </summary>
      <ul aria-label={texts.reserved.list} className="grid max-h-48 gap-2 overflow-y-auto border-t border-line p-3">
        {items.map(({ id, item, protectedUntil }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link to={`/item/${id}`} className="min-w-0 font-semibold underline">
              {item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`}
            </Link>
            <span className="text-xs text-fg-2">
              {protectedUntil === null
                ? texts.reserved.completing
                : texts.reserved.until(formatDayTime(protectedUntil))}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
