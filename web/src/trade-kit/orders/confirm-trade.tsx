/**
 * The CONFIRM TRADE window: one trade order from start to end. It shows what the player must compare before accepting, links to the offer,
 * the time left, what the state means and where the items are.
 */
import { Copy, ExternalLink, MonitorSmartphone, ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { messages } from '../../messages.ts';
import { announce } from '../../platform/page/announcer.ts';
import { closeModal, type ModalViews } from '../../platform/page/modal.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { useShownOnPage } from '../../platform/page/shown-on-page.ts';
import { Loaded, SAFE } from '../../games-kit/page-parts.tsx';
import { Button, buttonClass, IconButton } from '../../ui/controls/button.tsx';
import { copyText } from '../../ui/controls/copy-text.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { Countdown } from '../../ui/values/countdown.tsx';
import { Money } from '../../ui/values/money.tsx';
import { gameLabel } from '../steam-items/steam-model.ts';
import { steamTexts, texts as tradeTexts } from '../texts.ts';
import { OrderItems } from './order-items.tsx';
import { StateHead, Steps } from './order-state.tsx';
import { creditOf, isOpenOffer, isOver, itemsLabel, wordsOf } from './order-words.ts';
import { useTradeOrder } from './use-orders.ts';
import { formatDate, formatDayTime } from '../../platform/page/time.ts';

const texts = tradeTexts.confirm;

export function ConfirmTrade({ orderId, then, onOrder }: ModalViews['trade.confirm']) {
  return (
    <Loaded
      answer={useTradeOrder(orderId)}
      loading={<Skeleton className="h-[440px]" />}
      reassurance={`${SAFE.items} ${texts.continues}`}
    >
      {(order) => <Order order={order} then={then} onOrder={onOrder} />}
    </Loaded>
  );
}

interface OrderProps {
  readonly order: TradeOrder;
  readonly then: string | undefined;
  readonly onOrder: ((order: TradeOrder) => void) | undefined;
}

function Order({ order, then, onOrder }: OrderProps) {
  const words = wordsOf(order, formatDayTime);
  // This window already shows what a notification would say, and on a phone the notification would cover it.
  useShownOnPage(order.kind === 'DEPOSIT' ? 'Deposit' : 'Withdrawal');
  const tell = useEffectEvent(() => onOrder?.(order));
  useEffect(() => tell(), [order.version]);
  useEffect(() => announce(words.title), [words.title]);
  const over = isOver(order);
  const total = centsFromUsd(order.totalUsd);
  const credited = creditOf(order);
  const isLess = credited !== null && credited !== total;
  return (
    <div className="grid gap-4">
      <StateHead words={words} />
      <Steps order={order} />
      {order.state === 'SENT' && <Offer order={order} />}
      {isOpenOffer(order.state) && <Compare order={order} />}
      <section className="grid gap-3 rounded-md border border-line bg-ink-3 p-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-fg-2">
          <p>
            {itemsLabel(order)}{' '}
            <strong className="text-fg">{texts.items(order.items.length, gameLabel(order.appId))}</strong>
          </p>
          <div className="ml-auto grid justify-items-end">
            <p>
              {texts.total}{' '}
              <Money cents={total} className={cx('ml-1', isLess ? 'font-bold' : 'text-lg font-black text-fg')} />
            </p>
            {isLess && (
              <p>
                {texts.credited} <Money cents={credited} className="ml-1 text-lg font-black text-fg" />
              </p>
            )}
          </div>
        </div>
        <OrderItems items={order.items} />
        <p className="text-sm">{words.where}</p>
        {then !== undefined && order.kind === 'DEPOSIT' && !over && <p className="text-sm text-fg-2">{then}</p>}
      </section>
      {over ? (
        <Button size="lg" onClick={closeModal}>
          {messages.modal.closeUpper}
        </Button>
      ) : (
        <p className="text-xs text-fg-2">{texts.canClose}</p>
      )}
    </div>
  );
}

/** Links to the offer, while the player can accept it. */
function Offer({ order }: { readonly order: TradeOrder }) {
  const demo = useSettings()?.global.mode === 'demo';
  if (order.offerUrl === null || order.clientUrl === null) return null;
  return (
    <div className="grid gap-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <a href={order.offerUrl} target="_blank" rel="noopener" className={buttonClass('primary', 'lg')}>
          <ExternalLink aria-hidden size={18} />
          {steamTexts.openInBrowser}
        </a>
        <a href={order.clientUrl} className={buttonClass('secondary', 'lg')}>
          <MonitorSmartphone aria-hidden size={18} />
          {steamTexts.openInClient}
        </a>
      </div>
      <p className="flex items-baseline justify-between gap-4 text-xs text-fg-2">
        <span>{demo && texts.demo}</span>
        <span className="flex shrink-0 items-baseline gap-2">
          {texts.timeLeft} <Countdown deadlineAt={order.expiresAt} label={texts.expires} announce />
        </span>
      </p>
    </div>
  );
}

/** What distinguishes our offer from a forged one. */
function Compare({ order }: { readonly order: TradeOrder }) {
  return (
    <section className="grid gap-3 rounded-md border border-line-strong p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-fg-2">{texts.code}</p>
        <p className="flex min-w-0 items-center gap-1">
          <strong className="min-w-0 text-xl font-black tracking-wide wrap-anywhere tabular-nums">{order.code}</strong>
          <IconButton label={texts.copyCode} onClick={() => void copyText(order.code)}>
            <Copy aria-hidden size={16} />
          </IconButton>
        </p>
      </div>
      {order.bot && <Sender bot={order.bot} />}
      <p className="flex gap-2 text-xs text-fg-2">
        <ShieldCheck aria-hidden size={15} className="mt-px shrink-0" />
        <span>{texts.compare}</span>
      </p>
    </section>
  );
}

/** The trading account that sends the offer, as Steam shows it. */
function Sender({ bot }: { readonly bot: NonNullable<TradeOrder['bot']> }) {
  const shown = [
    bot.level === null ? null : texts.steamLevel(bot.level),
    bot.sinceAt === null ? null : texts.onSteamSince(formatDate(bot.sinceAt)),
  ].filter((part) => part !== null);
  return (
    <div className="flex items-center justify-between gap-4">
      <p className="shrink-0 text-sm text-fg-2">{texts.sender}</p>
      <div className="flex min-w-0 items-center gap-2.5">
        <div className="min-w-0 text-right">
          <p className="truncate text-sm font-bold">{bot.name}</p>
          {shown.length > 0 && <p className="text-xs text-fg-2">{shown.join(' · ')}</p>}
        </div>
        <Avatar src={bot.avatar} name={bot.name} />
      </div>
    </div>
  );
}
