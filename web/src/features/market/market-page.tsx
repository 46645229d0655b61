/** /marketplace: the site's own stock, with search, filters and a cart that is bought in one step. */
import { SearchX } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { MARKET_CART_MAX } from '@fairpot/contract/market/calls';
import type { MarketItem } from '@fairpot/contract/market/schemas';
import { SAFE } from '../../games-kit/page-parts.tsx';
import { messages } from '../../messages.ts';
import { announce } from '../../platform/page/announcer.ts';
import { toastError } from '../../platform/page/toasts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { useWidth } from '../../ui/layout/use-width.ts';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { formatPercent } from '../../ui/values/percent.ts';
import { MarketCartBar } from './cart/cart-bar.tsx';
import { MarketCart } from './cart/cart-panel.tsx';
import { toggleInCart, useCart } from './cart/cart-store.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import {
  inputFromFilters,
  isNarrowed,
  NO_FILTERS,
  paramsFromFilters,
  filtersFromParams,
  type MarketFilters,
} from './filters/market-filters.ts';
import { MarketGrid } from './list/market-grid.tsx';
import { useMarketFacts, useMarketList, useSold } from './list/use-market.ts';
import { texts } from './texts.ts';
import './market.css';

/** From this page width on the cart is beside the list. */
const SIDE_FROM = 800;
const ANNOUNCE_AFTER_MS = 500;

export function MarketPage() {
  return (
    <NeedsSession title={texts.title} why={texts.why}>
      <Market />
    </NeedsSession>
  );
}

function Market() {
  const { ref, width } = useWidth();
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersFromParams(params), [params]);
  const side = width >= SIDE_FROM;
  // Reads the URL itself: two fields may settle before the first change is rendered.
  const change = (to: (now: MarketFilters) => MarketFilters) =>
    setParams(paramsFromFilters(to(filtersFromParams(new URLSearchParams(location.search)))), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <div ref={ref} className="market">
      <PageHead title={texts.title} lead={texts.lead} />
      <FilterBar filters={filters} onChange={change} />
      <div className="market-columns" data-side={side || undefined}>
        <div className="min-w-0">
          <Listings filters={filters} onClear={() => change(() => NO_FILTERS)} />
        </div>
        {side && <MarketCart />}
      </div>
      {!side && <MarketCartBar />}
    </div>
  );
}

/** Adds an item to the cart or removes it; a toast says when the cart is full. */
export function toggleOrWarn(entry: MarketItem): void {
  if (!toggleInCart(entry)) toastError(texts.cart.full(MARKET_CART_MAX));
}

function Listings({ filters, onClear }: { readonly filters: MarketFilters; readonly onClear: () => void }) {
  useMarketFacts();
  const input = useMemo(() => inputFromFilters(filters), [filters]);
  const answer = useMarketList(input);
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = answer;
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const entries = useCart((cart) => cart.entries);
  const inCart = useMemo(() => new Set(entries.map(({ entry }) => entry.id)), [entries]);
  const sold = useSold((state) => state.ids);
  const onMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const shown = isPlaceholderData ? null : items.length;
  useAnnounced(shown, hasNextPage);

  if (error && !data)
    return <ErrorState error={error} onRetry={() => void answer.refetch()} reassurance={SAFE.balance} />;
  if (data === undefined) return <LoadingGrid />;
  const [first] = data.pages;
  return (
    <div aria-busy={isPlaceholderData || undefined} className={cx('grid gap-3', isPlaceholderData && 'opacity-60')}>
      <p className="text-xs text-fg-2">
        {first && texts.list.prices[first.prices](formatPercent(first.spreadBps))}{' '}
        <Link to="/prices" className="font-semibold text-fg underline">
          {texts.howPrices}
        </Link>
      </p>
      {items.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden size={32} strokeWidth={1.5} />}
          title={messages.picker.empty}
          action={isNarrowed(filters) && <Button onClick={onClear}>{texts.filters.clear}</Button>}
        >
          {isNarrowed(filters) ? texts.list.noMatch : texts.list.soldOut}
        </EmptyState>
      ) : (
        <MarketGrid
          items={items}
          inCart={inCart}
          sold={sold}
          onToggle={toggleOrWarn}
          more={hasNextPage && !isFetchingNextPage && !isPlaceholderData && !answer.isFetchNextPageError}
          onMore={onMore}
        />
      )}
      {answer.isFetchNextPageError && <ErrorState error={error} onRetry={onMore} reassurance={texts.list.cartKept} />}
      {isFetchingNextPage && <Skeleton className="h-24" />}
    </div>
  );
}

/** Announces the number of results when a search has settled. */
function useAnnounced(count: number | null, more: boolean): void {
  useEffect(() => {
    if (count === null) return;
    const timer = setTimeout(() => announce(texts.list.count(count, more)), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [count, more]);
}

function LoadingGrid() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(148px,1fr))] gap-2">
      {Array.from({ length: 18 }, (_, at) => (
        <Skeleton key={at} className="h-52" />
      ))}
    </div>
  );
}
