/** Where the site holds what it owes, for others to look up: named addresses with their keys' signatures, and its Steam accounts. */
import { BadgeCheck, CircleAlert, Clock, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { MARKET_GAMES } from '@fairpot/contract/market/calls';
import { formatUsd } from '@fairpot/contract/wire/money';
import type { StatementTime, ReserveAddress, Reserves } from '@fairpot/fairness/reserves/reserves';
import { reserveText } from '@fairpot/fairness/reserves/claim';
import type { SolvencyStatementBody } from '@fairpot/fairness/solvency/statement';
import { CopyText } from '../../ui/controls/copy-text.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { Time } from './cover-chart.tsx';
import { coinText } from './figures.ts';
import { explorerOf, inventoryOf, namedWorth, NETWORK_NAMES, addressProofOf, type AddressProof } from './reserves.ts';
import { texts as solvencyTexts } from './texts.ts';

const texts = solvencyTexts.reserves;

export interface ReservesPanelProps {
  /** The statement that this browser found in the log. */
  readonly said: { readonly number: number; readonly at: number; readonly says: SolvencyStatementBody };
  readonly demo: boolean;
}

export function ReservesPanel({ said: { number, at, says }, demo }: ReservesPanelProps) {
  const { reserves, everyMs } = says;
  if (reserves === null) return null;
  const moment = { number, at, everyMs };
  const { worth, signed } = namedWorth(reserves, moment);
  const { addresses } = reserves;
  return (
    <Panel title={texts.title}>
      <div className="grid gap-6">
        <p className="max-w-[72ch] text-sm text-fg-2">{texts.about}</p>
        <section className="grid gap-3">
          <h3 className="font-extrabold">{texts.coins}</h3>
          {addresses.length === 0 ? (
            <p className="text-sm text-fg-2">{texts.noAddress}</p>
          ) : (
            <p className="max-w-[72ch] text-sm text-fg-2">
              <strong className="text-fg tabular-nums">{formatUsd(worth)}</strong> {texts.addresses(addresses.length)}{' '}
              <strong className="text-fg tabular-nums">{signed === addresses.length ? texts.all : signed}</strong>{' '}
              {texts.addressesAfter}
            </p>
          )}
          <ul className="grid items-start gap-3 lg:grid-cols-2">
            {addresses.map((each) => (
              <Address key={`${each.network} ${each.address}`} address={each} moment={moment} demo={demo} />
            ))}
          </ul>
        </section>
        <Steam reserves={reserves} demo={demo} />
        <p className="max-w-[72ch] text-sm text-fg-2">{texts.notNamed}</p>
      </div>
    </Panel>
  );
}

interface AddressProps {
  readonly address: ReserveAddress;
  readonly moment: StatementTime;
  readonly demo: boolean;
}

const PROOFS = {
  signed: {
    tone: 'text-ok',
    Icon: BadgeCheck,
    text: solvencyTexts.signed.recent,
  },
  old: {
    tone: 'text-warn',
    Icon: CircleAlert,
    text: solvencyTexts.signed.old,
  },
  none: { tone: 'text-warn', Icon: CircleAlert, text: () => solvencyTexts.signed.none },
  next: {
    tone: 'text-fg-2',
    Icon: Clock,
    text: () => solvencyTexts.signed.next,
  },
} satisfies Record<AddressProof['proof'], object>;

function Address({ address, moment, demo }: AddressProps) {
  const { network, address: text, kind, held, height, at, signed } = address;
  const { proof, fresh } = addressProofOf(address, moment);
  const { tone, Icon, text: proofText } = PROOFS[proof];
  const amounts = held.map(({ coin, units }) => coinText(coin, units)).join(', ');
  return (
    <li className="grid min-w-0 content-start gap-2 rounded-md border border-line bg-ink-1 p-4 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong>{NETWORK_NAMES[network]}</strong>
        <span className="text-xs text-fg-2">{kind === 'hot' ? texts.hot : texts.cold}</span>
      </p>
      <ExternalLinkText href={explorerOf(address, demo)} className="font-mono text-xs">
        {text}
      </ExternalLinkText>
      <p className="text-lg font-black wrap-anywhere tabular-nums">{amounts === '' ? texts.notSeen : amounts}</p>
      {height !== null && at !== null && (
        <p className={cx('text-xs', fresh ? 'text-fg-2' : 'font-semibold text-warn')}>
          {(fresh ? '' : texts.stale) + texts.atBlock(height.toLocaleString('en-US'))} <Time at={at} />
        </p>
      )}
      <p className={cx('flex items-start gap-2', tone)}>
        <Icon aria-hidden size={18} className="mt-px shrink-0" />
        <span>{proofText(signed?.number ?? 0)}</span>
      </p>
      {signed !== null && (
        <details className="min-w-0">
          <summary className="cursor-pointer py-1 font-semibold text-fg-2 hover:text-fg">{texts.check}</summary>
          <div className="mt-2 grid gap-2">
            <p className="text-xs text-fg-2">{texts.checkText(NETWORK_NAMES[network])}</p>
            <CopyText text={reserveText({ network, address: text, ...signed })} label={texts.textSigned(text)} />
            <CopyText text={signed.signature} label={texts.signature(text)} />
          </div>
        </details>
      )}
    </li>
  );
}

function Steam({ reserves: { accounts, games }, demo }: { readonly reserves: Reserves; readonly demo: boolean }) {
  return (
    <section className="grid gap-3">
      <h3 className="font-extrabold">{texts.items}</h3>
      {accounts.length === 0 || games.length === 0 ? (
        <p className="text-sm text-fg-2">{texts.noAccount}</p>
      ) : (
        <>
          <p className="max-w-[72ch] text-sm text-fg-2">{texts.accounts(accounts.length)}</p>
          <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
            {games.map(({ appId, items, at }) => (
              <li key={appId} className="grid content-start gap-1 rounded-md border border-line bg-ink-1 p-3 text-sm">
                <span className="flex items-baseline justify-between gap-2">
                  <span>{labelOf(appId)}</span>
                  <strong className="text-lg tabular-nums">{items.toLocaleString('en-US')}</strong>
                </span>
                {at !== null && (
                  <span className="text-xs text-fg-2">
                    {texts.seenOn} <Time at={at} />
                  </span>
                )}
                {accounts.map((steamid) => (
                  <ExternalLinkText
                    key={steamid}
                    href={inventoryOf(steamid, appId, demo)}
                    className="text-xs tabular-nums"
                  >
                    {steamid}
                  </ExternalLinkText>
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
  return MARKET_GAMES.find((game) => game.appId === appId)?.label ?? texts.game(appId);
}

/** A link to an outside page. */
function ExternalLinkText({
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
