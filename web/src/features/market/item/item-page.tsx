/** /marketplace/:id: one item type: both prices and their sources, thirty days of prices, and the items on sale. */
import { ArrowLeft, Check, Package, Plus, TriangleAlert } from 'lucide-react';
import { useParams } from 'react-router';
import { isPhaseOpen } from '@fairpot/contract/inventory/details';
import type { PriceSourceName } from '@fairpot/contract/market/sources';
import { getMarketItem, MARKET_WEARS } from '@fairpot/contract/market/calls';
import type { MarketItemPage } from '@fairpot/contract/market/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { Loaded, SAFE } from '../../../games-kit/page-parts.tsx';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NeedsSession } from '../../../ui/states/needs-session.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { ItemArt, Pips } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { namedWith } from '../../../ui/values/named.tsx';
import { priceDoubtText } from '../../../ui/values/price-doubt.ts';
import { formatPercent } from '../../../ui/values/percent.ts';
import { MarketCartBar } from '../cart/cart-bar.tsx';
import { useCart } from '../cart/cart-store.ts';
import { MarketTile } from '../list/market-tile.tsx';
import { useMarketFacts, useSold } from '../list/use-market.ts';
import { toggleOrWarn } from '../market-page.tsx';
import { texts as marketTexts } from '../texts.ts';
import { tintOf } from '../tint.ts';
import { Copies } from './copies.tsx';
import { PriceChart } from './price-chart.tsx';
import '../market.css';
import { formatExactTime } from '../../../platform/page/time.ts';

const texts = marketTexts.item;

export function MarketItemView() {
  return (
    <NeedsSession title={marketTexts.title} why={marketTexts.why}>
      <Item />
    </NeedsSession>
  );
}

function Item() {
  const { id = '' } = useParams();
  useMarketFacts();
  const answer = useAsk(getMarketItem, { id });
  return (
    <div className="market">
      <ButtonLink to="/marketplace" variant="quiet" icon={<ArrowLeft aria-hidden size={16} />} className="mb-2 -ml-4">
        {marketTexts.title}
      </ButtonLink>
      {answer.data === undefined && <PageHead title={marketTexts.title} />}
      <Loaded answer={answer} loading={<Skeleton className="h-96" />} reassurance={SAFE.balance}>
        {(page) => <ItemBody page={page} />}
      </Loaded>
      <MarketCartBar />
    </div>
  );
}

function ItemBody({ page }: { readonly page: MarketItemPage }) {
  const { item } = page;
  return (
    <>
      <PageHead
        title={item.itemName === '' ? item.name : `${item.name} | ${item.itemName}`}
        lead={[item.itemType, item.rarity].filter(Boolean).join(' · ')}
      />
      <div className="market-item" style={tintOf(item)}>
        <Panel flush className="market-item-art">
          <div className="flex justify-end p-4 pb-0">
            <Pips count={item.pips} rarity={item.rarity} />
          </div>
          <div className="m-auto w-full max-w-96 px-6 pb-6">
            <ItemArt icon={item.icon} />
          </div>
          {item.itemType !== '' && <WearBand level={page.itemTypeLvl} />}
          <span aria-hidden className="block h-1 w-full rounded-b-lg bg-(--tier)" />
        </Panel>
        <Offer page={page} />
        <PriceChart history={page.history} />
      </div>
      <Similar page={page} />
    </>
  );
}

/** Items of the category at about this price, and the way to all of them. */
function Similar({ page: { appId, category, similar } }: { readonly page: MarketItemPage }) {
  const entries = useCart((cart) => cart.entries);
  const sold = useSold((state) => state.ids);
  const inCart = new Set(entries.map(({ entry }) => entry.id));
  return (
    <section aria-label={texts.similar} className="mt-6 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base font-bold">{texts.similar}</h2>
        <ButtonLink to={`/marketplace?game=${appId}&category=${category}`} variant="quiet">
          {texts.more(marketTexts.categories[category])}
        </ButtonLink>
      </div>
      {similar.length === 0 ? (
        <p className="text-sm text-fg-2">{texts.noSimilar}</p>
      ) : (
        <ul className="market-similar">
          {similar.map((entry) => (
            <li key={entry.id}>
              <MarketTile
                entry={entry}
                inCart={inCart.has(entry.id)}
                sold={sold.has(entry.id)}
                onToggle={toggleOrWarn}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The five wear bands, worst to the right, with this item's own highlighted and named. */
function WearBand({ level }: { readonly level: number }) {
  return (
    <div className="px-4 pb-4">
      <div aria-hidden className="wear-band">
        {MARKET_WEARS.map((wear) => (
          <span key={wear.level} className={cx('h-1.5 rounded-full', wear.level === level ? 'bg-volt' : 'bg-ink-4')} />
        ))}
      </div>
      <p className="mt-1.5 text-xs text-fg-2">
        {texts.wear}{' '}
        <span className="font-bold text-fg">{MARKET_WEARS.find((wear) => wear.level === level)?.label}</span>
        {texts.wearRank(6 - level)}
      </p>
    </div>
  );
}

function Offer({ page }: { readonly page: MarketItemPage }) {
  return (
    <Panel title={texts.price}>
      <div className="grid gap-4">
        <dl className="flex flex-wrap gap-x-6 gap-y-3">
          <Figure name={texts.youPay}>
            <Money cents={centsFromUsd(page.askUsd)} className="text-xl font-black text-fg" />
          </Figure>
          <Figure name={texts.wePay}>
            <Money cents={centsFromUsd(page.payUsd)} className="text-xl font-black text-fg-2" />
          </Figure>
        </dl>
        {page.owned > 0 && (
          <p className="flex items-center gap-2 text-sm font-bold">
            <Package aria-hidden size={16} className="text-fg-2" />
            {texts.owned(page.owned)}
          </p>
        )}
        <PriceReasons page={page} />
        {page.doubt !== null && (
          <p role="status" className="flex gap-2 rounded-md border border-warn p-3 text-sm text-warn">
            <TriangleAlert aria-hidden size={18} className="mt-px shrink-0" />
            <span>
              <strong>{texts.checked}</strong> {priceDoubtText(page.doubt, page.pricedAt)}
            </span>
          </p>
        )}
        <Buying page={page} />
        <SourceQuotes page={page} />
      </div>
    </Panel>
  );
}

/** How both prices are set, as sentences. Nothing for catalogue prices. */
function PriceReasons({ page }: { readonly page: MarketItemPage }) {
  const { spreadBps, haircutBps, liquidity, baseUsd, prices } = page;
  if (prices === 'catalogue') return null;
  return (
    <ul className="grid gap-1 text-sm text-fg-2">
      <li>{texts.youPayText(formatPercent(spreadBps))}</li>
      <li>
        {texts.wePayText} <Money cents={centsFromUsd(baseUsd)} />
        {texts.wePayAfter(formatPercent(haircutBps), marketTexts.liquidity[liquidity])}
      </li>
      <li>
        {texts.speed}{' '}
        <Link to="/prices" className="font-semibold text-fg underline">
          {marketTexts.howPrices}
        </Link>
      </li>
    </ul>
  );
}

const Figure = namedWith(undefined, 'text-xs text-fg-2', undefined);

function Buying({ page }: { readonly page: MarketItemPage }) {
  const entries = useCart((cart) => cart.entries);
  const sold = useSold((state) => state.ids);
  const chosen = new Set(entries.map(({ entry }) => entry.id));
  const offers = page.items.filter(({ id }) => !sold.has(id));
  const [next] = offers.filter(({ id }) => !chosen.has(id));
  const mine = offers.filter(({ id }) => chosen.has(id));
  const last = mine.at(-1);
  if (offers.length === 0) return <p className="text-sm font-semibold text-fg-2">{texts.noneOnSale}</p>;
  return (
    <div className="grid gap-2">
      <p className="text-sm text-fg-2">
        <strong className="text-fg">{texts.count(offers.length, page.more)}</strong> {texts.onSale}
        {mine.length > 0 && (
          <span className="ml-3 inline-flex items-center gap-1 font-bold text-volt">
            <Check aria-hidden size={14} strokeWidth={3} /> {texts.inCart(mine.length)}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          size="lg"
          icon={<Plus aria-hidden size={18} />}
          disabled={page.doubt !== null || next === undefined}
          onClick={() => next && toggleOrWarn(next)}
          className="flex-1"
        >
          {mine.length === 0 ? texts.add : texts.addAnother}
        </Button>
        {last && (
          <Button size="lg" onClick={() => toggleOrWarn(last)}>
            {texts.remove}
          </Button>
        )}
      </div>
      {isPhaseOpen(`${page.item.itemName} (${page.item.itemType})`) && (
        <p className="text-sm text-fg-2">{texts.phaseOpen}</p>
      )}
      <Copies offers={offers} chosen={chosen} />
    </div>
  );
}

/** Of sources that count something else than offers. */
const QUANTITIES: Partial<Record<PriceSourceName, string>> = {
  steam: texts.soldPerDay,
  skinportsales: texts.soldLately,
};

function SourceQuotes({ page: { quotes, prices, steamBps } }: { readonly page: MarketItemPage }) {
  if (quotes.length === 0)
    return <p className="text-xs text-fg-2">{prices === 'sources' ? texts.noQuotes : texts.quotes[prices]}</p>;
  return (
    <div className="grid gap-1 text-xs text-fg-2">
      <p>
        {prices === 'opening'
          ? texts.quotes.opening
          : quotes.some(({ source }) => source === 'steam')
            ? texts.steamWeight(`${(1_000_000 / steamBps).toFixed(0)}%`)
            : texts.noSteam}
      </p>
      <ul className="grid gap-1">
        {quotes.map(({ source, priceUsd, quantity, quotedAt }) => (
          <li key={source} className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-1">
            <span className="font-semibold text-fg">{marketTexts.sources[source]}</span>
            <span className="tabular-nums">
              <Money cents={centsFromUsd(priceUsd)} />, {quantity.toLocaleString('en-US')}{' '}
              {QUANTITIES[source] ?? texts.offers}, {formatExactTime(quotedAt)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
