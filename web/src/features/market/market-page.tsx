/** /marketplace: the site's own stock, searched, filtered, chosen into a cart and bought in one step. */
import { SearchX } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { MARKET_CART_MOST } from '@fairpot/contract/market/calls';
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
import { inputOf, isNarrowed, NO_WISH, paramsOf, wishOf, type Wish } from './filters/wish.ts';
import { MarketGrid } from './list/market-grid.tsx';
import { useMarketFacts, useMarketList, useSold } from './list/use-market.ts';
import { PRICES_FROM } from './texts.ts';
import './market.css';

/** From this width of the page on the cart stands beside the list. */
const SIDE_FROM = 800;
const ANNOUNCE_AFTER_MS = 500;

export function MarketPage() {
  return (
    <NeedsSession title="Marketplace" why="What you buy is yours from that moment, so we have to know who you are.">
      <Market />
    </NeedsSession>
  );
}

function Market() {
  const { ref, width } = useWidth();
  const [params, setParams] = useSearchParams();
  const wish = useMemo(() => wishOf(params), [params]);
  const side = width >= SIDE_FROM;
  // The address itself is asked: two fields may settle before the first of them is on the screen.
  const change = (to: (now: Wish) => Wish) =>
    setParams(paramsOf(to(wishOf(new URLSearchParams(location.search)))), { replace: true, preventScrollReset: true });
  return (
    <div ref={ref} className="market">
      <PageHead
        title="Marketplace"
        lead="The site’s own stock for your balance. What you buy is in your inventory at once."
      />
      <FilterBar wish={wish} onChange={change} />
      <div className="market-columns" data-side={side || undefined}>
        <div className="min-w-0">
          <Listings wish={wish} onClear={() => change(() => NO_WISH)} />
        </div>
        {side && <MarketCart />}
      </div>
      {!side && <MarketCartBar />}
    </div>
  );
}

/** Puts an item in or takes it out, and says so when the cart is full. */
export function chooseOrSay(entry: MarketItem): void {
  if (!toggleInCart(entry)) toastError(`A cart holds at most ${MARKET_CART_MOST} items`);
}

function Listings({ wish, onClear }: { readonly wish: Wish; readonly onClear: () => void }) {
  useMarketFacts();
  const input = useMemo(() => inputOf(wish), [wish]);
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
        {first && `Prices include our spread of ${formatPercent(first.spreadBps)}. `}
        {first && PRICES_FROM[first.prices]}{' '}
        <Link to="/prices" className="font-semibold text-fg underline">
          How prices are made
        </Link>
      </p>
      {items.length === 0 ? (
        <EmptyState
          icon={<SearchX aria-hidden size={32} strokeWidth={1.5} />}
          title={messages.picker.empty}
          action={isNarrowed(wish) && <Button onClick={onClear}>Clear filters</Button>}
        >
          {isNarrowed(wish)
            ? 'Nothing on sale matches all of these filters.'
            : 'Everything is sold. Look in again later.'}
        </EmptyState>
      ) : (
        <MarketGrid
          items={items}
          inCart={inCart}
          sold={sold}
          onToggle={chooseOrSay}
          more={hasNextPage && !isFetchingNextPage && !isPlaceholderData && !answer.isFetchNextPageError}
          onMore={onMore}
        />
      )}
      {answer.isFetchNextPageError && (
        <ErrorState error={error} onRetry={onMore} reassurance="What you chose is still in the cart." />
      )}
      {isFetchingNextPage && <Skeleton className="h-24" />}
    </div>
  );
}

/** Says how many there are when a search has settled. */
function useAnnounced(count: number | null, more: boolean): void {
  useEffect(() => {
    if (count === null) return;
    const timer = setTimeout(() => announce(`${count}${more ? ' and more' : ''} items`), ANNOUNCE_AFTER_MS);
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
