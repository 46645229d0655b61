/** Where the site holds what it owes, so that others look it up: named addresses with their keys' signatures, and its Steam accounts. */
import { BadgeCheck, CircleAlert, Clock, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { formatUsd } from '@fairpot/contract/wire/money';
import type { Moment, ReserveAddress, Reserves } from '@fairpot/fairness/reserves/reserves';
import { reserveText } from '@fairpot/fairness/reserves/claim';
import type { SolvencySays } from '@fairpot/fairness/solvency/statement';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Time } from './cover-chart.tsx';
import { coinText } from './standing.ts';
import { explorerOf, inventoryOf, namedWorth, NETWORK_NAMES, standingOf, type Standing } from './where-held.ts';

export interface ReservesPanelProps {
  /** What this browser found in the log. */
  readonly said: { readonly number: number; readonly at: number; readonly says: SolvencySays };
  readonly demo: boolean;
}

export function ReservesPanel({ said: { number, at, says }, demo }: ReservesPanelProps) {
  const { reserves, everyMs } = says;
  if (reserves === null) return null;
  const moment = { number, at, everyMs };
  const { worth, signed } = namedWorth(reserves, moment);
  const { addresses } = reserves;
  return (
    <Panel title="Where it is held">
      <div className="grid gap-6">
        <p className="max-w-[72ch] text-sm text-fg-2">
          Named in the statement itself, so that anybody counts it elsewhere. Your browser added the addresses up and
          checked each signature: it is made with the address’s own key over the root of an earlier statement, which
          nobody knew before.
        </p>
        <section className="grid gap-3">
          <h3 className="font-extrabold">Coins</h3>
          {addresses.length === 0 ? (
            <p className="text-sm text-fg-2">No address is named yet: all coins held are the site’s own word.</p>
          ) : (
            <p className="max-w-[72ch] text-sm text-fg-2">
              <strong className="text-fg tabular-nums">{formatUsd(worth)}</strong> at {addresses.length}{' '}
              {addresses.length === 1 ? 'address' : 'addresses'},{' '}
              <strong className="text-fg tabular-nums">{signed === addresses.length ? 'all' : signed}</strong> of them
              signed lately by their own keys. It is all that lies there, the site’s own coins too; the figure above
              counts what players brought.
            </p>
          )}
          <ul className="grid items-start gap-3 lg:grid-cols-2">
            {addresses.map((each) => (
              <Address key={`${each.network} ${each.address}`} address={each} moment={moment} demo={demo} />
            ))}
          </ul>
        </section>
        <Steam reserves={reserves} demo={demo} />
        <p className="max-w-[72ch] text-sm text-fg-2">
          Not named: addresses of single deposits. Each belongs to one player’s payment, and a list would tie their
          wallets to this site; until coins are moved from there, they are the site’s own word. A signature shows that
          somebody has the key, not whose the coins are: reserves can be borrowed for the moment.
        </p>
      </div>
    </Panel>
  );
}

interface AddressProps {
  readonly address: ReserveAddress;
  readonly moment: Moment;
  readonly demo: boolean;
}

const PROOFS = {
  signed: {
    tone: 'text-ok',
    Icon: BadgeCheck,
    words: (number: number) => `Signed by its key over statement ${number}`,
  },
  old: {
    tone: 'text-warn',
    Icon: CircleAlert,
    words: (number: number) => `Signed by its key over statement ${number}, a while ago`,
  },
  none: { tone: 'text-warn', Icon: CircleAlert, words: () => 'Not signed: the site’s own word that it is its own' },
  next: {
    tone: 'text-fg-2',
    Icon: Clock,
    words: () => 'Its key signs this first statement once it is public; the next one shows the signature',
  },
} satisfies Record<Standing['proof'], object>;

function Address({ address, moment, demo }: AddressProps) {
  const { network, address: text, kind, held, height, at, signed } = address;
  const { proof, fresh } = standingOf(address, moment);
  const { tone, Icon, words } = PROOFS[proof];
  const amounts = held.map(({ coin, units }) => coinText(coin, units)).join(', ');
  return (
    <li className="grid min-w-0 content-start gap-2 rounded-md border border-line bg-ink-1 p-4 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong>{NETWORK_NAMES[network]}</strong>
        <span className="text-xs text-fg-2">
          {kind === 'hot' ? 'withdrawals are paid from it' : 'key kept offline'}
        </span>
      </p>
      <Elsewhere href={explorerOf(address, demo)} className="font-mono text-xs">
        {text}
      </Elsewhere>
      <p className="text-lg font-black wrap-anywhere tabular-nums">{amounts === '' ? 'not seen yet' : amounts}</p>
      {height !== null && at !== null && (
        <p className={cx('text-xs', fresh ? 'text-fg-2' : 'font-semibold text-warn')}>
          {fresh ? '' : 'Stale, so it counts nothing: '}at block {height.toLocaleString('en-US')}, seen on{' '}
          <Time at={at} />
        </p>
      )}
      <p className={cx('flex items-start gap-2', tone)}>
        <Icon aria-hidden size={18} className="mt-px shrink-0" />
        <span>{words(signed?.number ?? 0)}</span>
      </p>
      {signed !== null && (
        <details className="min-w-0">
          <summary className="cursor-pointer py-1 font-semibold text-fg-2 hover:text-fg">Check the signature</summary>
          <div className="mt-2 grid gap-2">
            <p className="text-xs text-fg-2">
              Paste both into “verify message” of any {NETWORK_NAMES[network]} wallet.
            </p>
            <CopyText text={reserveText({ network, address: text, ...signed })} label={`Text signed for ${text}`} />
            <CopyText text={signed.signature} label={`Signature of ${text}`} />
          </div>
        </details>
      )}
    </li>
  );
}

function Steam({ reserves: { accounts, games }, demo }: { readonly reserves: Reserves; readonly demo: boolean }) {
  return (
    <section className="grid gap-3">
      <h3 className="font-extrabold">Items</h3>
      {accounts.length === 0 || games.length === 0 ? (
        <p className="text-sm text-fg-2">
          No Steam account was seen whole yet: all items held are the site’s own word.
        </p>
      ) : (
        <>
          <p className="max-w-[72ch] text-sm text-fg-2">
            Inventories of the trading {accounts.length === 1 ? 'account is' : 'accounts are'} public. Items in open
            offers show there and are not counted here.
          </p>
          <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
            {games.map(({ appId, items, at }) => (
              <li key={appId} className="grid content-start gap-1 rounded-md border border-line bg-ink-1 p-3 text-sm">
                <span className="flex items-baseline justify-between gap-2">
                  <span>{labelOf(appId)}</span>
                  <strong className="text-lg tabular-nums">{items.toLocaleString('en-US')}</strong>
                </span>
                {at !== null && (
                  <span className="text-xs text-fg-2">
                    seen on <Time at={at} />
                  </span>
                )}
                {accounts.map((steamid) => (
                  <Elsewhere key={steamid} href={inventoryOf(steamid, appId, demo)} className="text-xs tabular-nums">
                    {steamid}
                  </Elsewhere>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function labelOf(appId: number): string {
  return MARKET_GAMES.find((game) => game.appId === appId)?.label ?? `Game ${appId}`;
}

function Elsewhere({
  href,
  className,
  children,
}: {
  readonly href: string;
  readonly className: string;
  readonly children: ReactNode;
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={cx('inline-flex min-h-6 items-center gap-1.5 font-semibold underline wrap-anywhere', className)}
    >
      <span className="min-w-0">{children}</span>
      <ExternalLink aria-hidden size={14} className="shrink-0" />
    </a>
  );
}
