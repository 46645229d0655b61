/** /prices: how prices are made, in plain words and with the numbers that hold now. */
import { ArrowDownToLine, Scale, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { getPriceTerms, MARKET_GAMES } from '@fairpot/contract/market/calls';
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
import { LIQUIDITY_NAMES, LIQUIDITY_WORDS, SOURCES } from '../texts.ts';

/** What the examples cost at the cheapest cash market: of $100.00 a basis point is a cent. */
const EXAMPLE = 10_000;

export function PricesPage() {
  const answer = useAsk(getPriceTerms, {});
  return (
    <>
      <PageHead
        title="How prices are made"
        lead={
          'An item has two prices here: what we pay for it, and what we ask. ' +
          'Both follow from other markets by the rules below.'
        }
      />
      <Loaded answer={answer} loading={<Skeleton className="h-96" />} reassurance={SAFE.balance}>
        {(terms) => <Terms terms={terms} />}
      </Loaded>
    </>
  );
}

function Terms({ terms }: { readonly terms: PriceTerms }) {
  const { spreadBps, riseBps, thinMostUsd, sources } = terms;
  const cash = sources.filter((source) => source !== 'steam').map((source) => SOURCES[source]);
  return (
    <div className="grid gap-4">
      {sources.length === 0 && (
        <p className="font-semibold text-warn">
          This demo asks no market: its prices come from a catalogue, for play money. What follows holds where markets
          are asked.
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-3">
        <Rule title="What we pay" icon={<ArrowDownToLine aria-hidden size={20} />}>
          The lowest price of the cash markets{cash.length > 0 && ` (${cash.join(', ')})`}, less what it may cost us to
          sell the item again. An item is worth this in a deposit, and in every stake: yours and everybody else’s.
        </Rule>
        <Rule title="What we ask" icon={<Store aria-hidden size={20} />}>
          The highest price that the sources agree on, plus {formatPercent(spreadBps)}. An item of the marketplace costs
          this.
        </Rule>
        <Rule title="Steam is a check" icon={<Scale aria-hidden size={20} />}>
          Money at Steam cannot be taken out, so its prices stand above cash: {steamText(terms)}. We take that off
          before we compare, and never pay by it.
        </Rule>
      </div>
      <Panel title="What we pay for an item of $100">
        <div className="grid gap-3">
          <p className="max-w-[72ch] text-sm text-fg-2">
            By how easily it is sold again: how many are offered, and how many are sold in a day. An item above $1,000
            counts as one step slower. In an hour we take as many as would fill our stock in a day.
          </p>
          <Tiers terms={terms} />
        </div>
      </Panel>
      <Panel title="Slowly up, at once down">
        <p className="max-w-[72ch] text-fg-2">
          When a price falls, what we pay falls with it. When it rises, what we pay rises by at most{' '}
          <strong className="text-fg">{formatPercent(riseBps.hour)} in an hour</strong>,{' '}
          <strong className="text-fg">{formatPercent(riseBps.day)} in a day</strong> and{' '}
          <strong className="text-fg">{formatPercent(riseBps.week)} in a week</strong>, and by less where few trade the
          item. Nobody can lift the price of an item on a small market and sell it here. A thinly traded item above{' '}
          <Money cents={centsFromUsd(thinMostUsd)} className="font-bold text-fg" /> is not taken.
        </p>
      </Panel>
      <Panel title="When a price is being checked">
        <div className="grid gap-3">
          <p className="max-w-[72ch] text-fg-2">
            Then nobody can stake, deposit or buy the item. It is safe, it can always be withdrawn by its owner, and
            rounds that are open keep the prices of their start. A price is checked when:
          </p>
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

/** What holds of deposits by crypto; nothing where no coin is offered. */
function Coins() {
  const { data } = useAsk(listCryptoRates, {});
  const [first] = data ?? [];
  if (data === undefined || first === undefined) return null;
  const { spreadBps, lockMs, lockDayUsd } = first;
  return (
    <Panel title="How long the rate of a coin holds">
      <div className="grid gap-4">
        <p className="max-w-[72ch] text-fg-2">
          A deposit locks its rate for <strong className="text-fg">{Math.round(lockMs / 60_000)} minutes</strong> and
          for the sum that you name, while the market falls by no more than{' '}
          <strong className="text-fg">{formatPercent(spreadBps)}</strong>. Of each coin one rate is locked at a time,
          and in 24 hours at most <Money cents={centsFromUsd(lockDayUsd)} className="font-bold text-fg" />. A payment
          counts once it stands in a block; one that comes later is credited at the rate of its confirmation. A
          withdrawal that is not signed within 15 minutes is quoted anew, within the bounds that you saw when you asked
          for it.
        </p>
        <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
          {data.map(({ name, amountUsd: credited, marketUsd: market }) => (
            <li key={name} className="rounded-md border border-line p-3">
              <p className="font-extrabold">{name}</p>
              {credited === null || market === null ? (
                <p className="text-sm text-fg-2">No rate right now: deposits wait, and nothing is lost.</p>
              ) : (
                <p className="text-sm text-fg-2 tabular-nums">
                  We credit <strong className="text-fg">{coinUsd(credited)}</strong>, the market says {coinUsd(market)}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

/** A rate in dollars: cents, and as many more digits as a coin of less than ten dollars needs. */
function coinUsd(amount: number): string {
  const digits = amount < 10 ? 4 : 2;
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** '30% in CS2, 28% in Rust and 30% in Dota 2'. */
function steamText({ steam }: PriceTerms): string {
  const parts = steam.map(({ appId, bps }) => {
    const game = MARKET_GAMES.find((each) => each.appId === appId)?.label ?? String(appId);
    return `${formatWholePercent(bps - 10_000)} in ${game}`;
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
    <div className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-left text-xs text-fg-2">
            <th className="py-2 pr-4 font-semibold">An item that …</th>
            <th className="py-2 pr-4 text-right font-semibold">We pay</th>
            <th className="py-2 pr-4 text-right font-semibold">We ask</th>
            <th className="py-2 text-right font-semibold">Until we have</th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {tiers.map(({ liquidity, haircutBps, stock }) => (
            <tr key={liquidity} className="border-b border-line last:border-0">
              <th scope="row" className="py-3 pr-4 text-left font-semibold">
                {LIQUIDITY_WORDS[liquidity]}
                <span className="ml-2 text-xs font-normal text-fg-2 max-sm:hidden">{LIQUIDITY_NAMES[liquidity]}</span>
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
