/** The movements of an item as a list, oldest first: what happened, between whom, and the round, order or trade behind it. */
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { TraceStep } from '@fairpot/contract/operations/trace/schemas';
import { roundLink } from '../../games-kit/fairplay-link.ts';
import { openModal } from '../../platform/page/modal.ts';
import '../../trade-kit/modals.ts';
import { Link } from '../../ui/controls/link.tsx';
import { UserName } from '../../ui/people/user-name.tsx';
import { Money } from '../../ui/values/money.tsx';
import { roundName, stepTitle } from './trace-words.ts';
import { formatDayTime } from '../../ui/values/time.ts';

export function TraceSteps({ steps }: { readonly steps: readonly TraceStep[] }) {
  return (
    <ol aria-label="Movements, oldest first" className="grid">
      {steps.map((step) => (
        <li key={step.no} className="relative grid gap-1 border-l-2 border-line pb-5 pl-5 last:pb-0">
          <span
            aria-hidden
            className="absolute top-1 -left-[7px] size-3 rounded-full border-2 border-line-strong bg-ink-2"
          />
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <strong className="font-bold">{stepTitle(step)}</strong>
            <time dateTime={new Date(step.at).toISOString()} className="text-xs text-fg-2">
              {formatDayTime(step.at)}
            </time>
          </p>
          <Details step={step} />
        </li>
      ))}
    </ol>
  );
}

const LINK = 'font-semibold text-fg underline underline-offset-2 hover:no-underline';

function Details({ step }: { readonly step: TraceStep }) {
  const { round, order, trade, saleId } = step;
  return (
    <div className="grid gap-1 text-sm text-fg-2">
      <Who step={step} />
      {round !== null && (
        <p>
          <Link to={roundLink(round.id)} className={LINK}>
            Check {roundName(round)}
          </Link>{' '}
          · worth <Money cents={centsFromUsd(round.valueUsd)} className="font-semibold text-fg" /> there
        </p>
      )}
      {order !== null && <Order order={order} />}
      {order?.bot && (
        <p>
          By the site’s account <Id>{order.bot}</Id>
        </p>
      )}
      {trade !== null && (
        <>
          <p className="flex flex-wrap items-center gap-x-2">
            Asset <Id>{trade.before.assetId}</Id>
            <ArrowRight aria-label="became" size={14} />
            <Id>{trade.after.assetId}</Id>
          </p>
          <p>
            Steam’s trade <Id>{trade.tradeId}</Id>
          </p>
        </>
      )}
      {saleId !== null && (
        <p>
          Order <Id>{saleId}</Id>
        </p>
      )}
    </div>
  );
}

/** Between players it is told who; where the other side is the site, the title says so. */
function Who({ step: { code, from, to } }: { readonly step: TraceStep }) {
  const user = code === 'STAKE' ? from.user : to.user;
  return user === null ? null : <UserName user={user} showLevel={false} className="text-fg" />;
}

/** An own order opens its window; of somebody else's it is told that there was one. */
function Order({ order }: { readonly order: NonNullable<TraceStep['order']> }) {
  const { id, code, kind, isOwn } = order;
  const name = kind === 'DEPOSIT' ? 'Deposit' : 'Withdrawal';
  if (id === null || code === null) return <p>{name} of the owner it had then</p>;
  if (!isOwn)
    return (
      <p>
        {name} <Id>#{code}</Id>
      </p>
    );
  return (
    <p>
      {name}{' '}
      <button type="button" className={LINK} onClick={() => openModal('trade.confirm', { orderId: id })}>
        #{code}
      </button>
    </p>
  );
}

function Id({ children }: { readonly children: ReactNode }) {
  return <span className="font-semibold break-all text-fg tabular-nums">{children}</span>;
}
