/** The movements of an item, oldest first: what happened, between which players, and the round, order or trade behind it. */
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
import { texts } from './texts.ts';
import { roundName, stepTitle } from './trace-words.ts';
import { formatDayTime } from '../../platform/page/time.ts';

export function TraceSteps({ steps }: { readonly steps: readonly TraceStep[] }) {
  return (
    <ol aria-label={texts.steps} className="grid">
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
      <Counterparty step={step} />
      {round !== null && (
        <p>
          <Link to={roundLink(round.id)} className={LINK}>
            {texts.step.check(roundName(round))}
          </Link>{' '}
          · {texts.step.worth} <Money cents={centsFromUsd(round.valueUsd)} className="font-semibold text-fg" />{' '}
          {texts.step.worthAfter}
        </p>
      )}
      {order !== null && <Order order={order} />}
      {order?.bot && (
        <p>
          {texts.step.sender} <Id>{order.bot}</Id>
        </p>
      )}
      {trade !== null && (
        <>
          <p className="flex flex-wrap items-center gap-x-2">
            {texts.step.asset} <Id>{trade.before.assetId}</Id>
            <ArrowRight aria-label={texts.step.became} size={14} />
            <Id>{trade.after.assetId}</Id>
          </p>
          <p>
            {texts.step.trade} <Id>{trade.tradeId}</Id>
          </p>
        </>
      )}
      {saleId !== null && (
        <p>
          {texts.step.order} <Id>{saleId}</Id>
        </p>
      )}
    </div>
  );
}

/** The player on the other side. If the other side is the site, the title says so. */
function Counterparty({ step: { code, from, to } }: { readonly step: TraceStep }) {
  const user = code === 'STAKE' ? from.user : to.user;
  return user === null ? null : <UserName user={user} showLevel={false} className="text-fg" />;
}

/** The trade order of a step. The player's own order opens its window, staff see the code, and other players only the kind. */
function Order({ order }: { readonly order: NonNullable<TraceStep['order']> }) {
  const { id, code, kind, isOwn } = order;
  const name = kind === 'DEPOSIT' ? texts.step.deposit : texts.step.withdrawal;
  if (id === null || code === null) return <p>{texts.step.otherOwner(name)}</p>;
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
