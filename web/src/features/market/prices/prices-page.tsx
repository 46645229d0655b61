/** /prices: how prices are set, in plain words and with the current figures. */
import { ArrowDownToLine, Scale, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { getPriceTerms, MARKET_GAMES } from '@fairpot/contract/market/calls';
import { PHASE_SOURCES } from '@fairpot/contract/market/sources';
import { listCryptoRates } from '@fairpot/contract/crypto/calls';
import { PRICE_DOUBT_TEXTS, PRICE_DOUBTS } from '@fairpot/contract/inventory/prices';
import type { PriceTerms } from '@fairpot/contract/market/schemas';
import { cents, centsFromUsd } from '@fairpot/contract/wire/money';
import { Loaded, SAFE } from '../../../games-kit/page-parts.tsx';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Skeleton } from '../../../ui/states/states.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { formatPercent, formatWholePercent } from '../../../ui/values/percent.ts';
import { formatDuration } from '../../../platform/page/time.ts';
import { texts as marketTexts } from '../texts.ts';
import { texts } from './texts.ts';

/** Price of the example item on the cheapest cash market: a basis point of $100.00 is a cent. */
const EXAMPLE = 10_000;

export function PricesPage() {
  const answer = useAsk(getPriceTerms, {});
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Loaded answer={answer} loading={<Skeleton className="h-96" />} reassurance={SAFE.balance}>
        {(terms) => <Terms terms={terms} />}
      </Loaded>
    </>
  );
}

function Terms({ terms }: { readonly terms: PriceTerms }) {
  const { spreadBps, riseBps, thinMostUsd, sources } = terms;
  const cash = sources
    .filter((source) => source !== 'steam' && !PHASE_SOURCES.includes(source))
    .map((source) => marketTexts.sources[source]);
  return (
    <div className="grid gap-4">
      {sources.length === 0 && <p className="font-semibold text-warn">{texts.demo}</p>}
      <div className="grid gap-4 lg:grid-cols-3">
        <Rule title={texts.wePay} icon={<ArrowDownToLine aria-hidden size={20} />}>
          {texts.wePayText(cash.length > 0 ? texts.cashMarkets(cash.join(', ')) : '')}
        </Rule>
        <Rule title={texts.youPay} icon={<Store aria-hidden size={20} />}>
          {texts.youPayText(formatPercent(spreadBps))}
        </Rule>
        <Rule title={texts.steam} icon={<Scale aria-hidden size={20} />}>
          {texts.steamText(steamText(terms))}
        </Rule>
      </div>
      <Panel title={texts.tiers.title}>
        <div className="grid gap-3">
          <p className="max-w-[72ch] text-sm text-fg-2">{texts.tiers.text}</p>
          <Tiers terms={terms} />
        </div>
      </Panel>
      <Panel title={texts.speed.title}>
        <p className="max-w-[72ch] text-fg-2">
          {texts.speed.before} <strong className="text-fg">{texts.speed.hour(formatPercent(riseBps.hour))}</strong>,{' '}
          <strong className="text-fg">{texts.speed.day(formatPercent(riseBps.day))}</strong> {texts.speed.and}{' '}
          <strong className="text-fg">{texts.speed.week(formatPercent(riseBps.week))}</strong>
          {texts.speed.after} <Money cents={centsFromUsd(thinMostUsd)} className="font-bold text-fg" />.
        </p>
      </Panel>
      <Panel title={texts.credit.title}>
        <div className="grid max-w-[72ch] gap-3 text-fg-2">
          <p>{texts.credit.text}</p>
          <p>{texts.credit.unconfirmed}</p>
        </div>
      </Panel>
      <Panel title={texts.single.title}>
        <p className="max-w-[72ch] text-fg-2">{texts.single.text}</p>
      </Panel>
      <Panel title={texts.checked.title}>
        <div className="grid gap-3">
          <p className="max-w-[72ch] text-fg-2">{texts.checked.text}</p>
          <ul className="grid max-w-[72ch] list-disc gap-1 pl-5 text-fg-2">
            {PRICE_DOUBTS.map((doubt) => (
              <li key={doubt}>{PRICE_DOUBT_TEXTS[doubt]}</li>
            ))}
          </ul>
        </div>
      </Panel>
      <Coins />
    </div>
  );
}

/** The rate lock of crypto deposits; nothing if no coin is offered. */
function Coins() {
  const { data } = useAsk(listCryptoRates, {});
  const [first] = data ?? [];
  if (data === undefined || first === undefined) return null;
  const { spreadBps, lockMs, lockDayUsd } = first;
  return (
    <Panel title={texts.coins.title}>
      <div className="grid gap-4">
        <p className="max-w-[72ch] text-fg-2">
          {texts.coins.before} <strong className="text-fg">{formatDuration(lockMs)}</strong> {texts.coins.unless}{' '}
          <strong className="text-fg">{formatPercent(spreadBps)}</strong>
          {texts.coins.daily} <Money cents={centsFromUsd(lockDayUsd)} className="font-bold text-fg" />{' '}
          {texts.coins.after}
        </p>
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
          {data.map(({ name, amountUsd: credited, marketUsd: market }) => (
            <li key={name} className="rounded-md border border-line p-3">
              <p className="font-extrabold">{name}</p>
              {credited === null || market === null ? (
                <p className="text-sm text-fg-2">{texts.coins.noRate}</p>
              ) : (
                <p className="text-sm text-fg-2 tabular-nums">
                  {texts.coins.credit} <strong className="text-fg">{coinUsd(credited)}</strong>
                  {texts.coins.market(coinUsd(market))}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** A rate in dollars: two decimals, or four for a coin worth less than ten dollars. */
function coinUsd(amount: number): string {
  const digits = amount < 10 ? 4 : 2;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** '30% in CS2, 28% in Rust and 30% in Dota 2'. */
function steamText({ steam }: PriceTerms): string {
  const parts = steam.map(({ appId, bps }) => {
    const game = MARKET_GAMES.find((each) => each.appId === appId)?.label ?? String(appId);
    return texts.steamGame(formatWholePercent(bps - 10_000), game);
  });
  return new Intl.ListFormat('en-GB').format(parts);
}

interface RuleProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly children: ReactNode;
}

function Rule({ title, icon, children }: RuleProps) {
  return (
    <Panel>
      <h2 className="flex items-center gap-2 font-extrabold">
        <span className="text-volt">{icon}</span> {title}
      </h2>
      <p className="mt-2 text-sm text-fg-2">{children}</p>
    </Panel>
  );
}

function Tiers({ terms: { tiers, spreadBps } }: { readonly terms: PriceTerms }) {
  return (
    <div className="overflow-x-auto overflow-y-hidden">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-fg-2">
            <th className="py-2 pr-4 font-semibold">{texts.tiers.item}</th>
            <th className="py-2 pr-4 text-right font-semibold">{texts.tiers.wePay}</th>
            <th className="py-2 pr-4 text-right font-semibold">{texts.tiers.youPay}</th>
            <th className="py-2 text-right font-semibold">{texts.tiers.stock}</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {tiers.map(({ liquidity, haircutBps, stock }) => (
            <tr key={liquidity} className="border-b border-line last:border-0">
              <th scope="row" className="py-3 pr-4 text-left font-semibold">
                {marketTexts.liquidity[liquidity]}
                <span className="ml-2 text-xs font-normal text-fg-2 max-sm:hidden">
                  {texts.tiers.offers[liquidity]}
                </span>
              </th>
              <td className="py-3 pr-4 text-right">
                <Money cents={cents(EXAMPLE - haircutBps)} className="font-bold" />
              </td>
              <td className="py-3 pr-4 text-right">
                <Money cents={cents(EXAMPLE + spreadBps)} className="text-fg-2" />
              </td>
              <td className="py-3 text-right text-fg-2">{stock.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
