/** The player's trade orders, newest first, with live states; each opens its CONFIRM TRADE window. Shown by deposit and withdraw. */
import { ArrowDownToLine, ArrowUpFromLine, Inbox } from 'lucide-react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { TradeOrder } from '@fairpot/contract/trades/schemas';
import { messages } from '../../messages.ts';
import { openModal } from '../../platform/page/modal.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { PagedList } from '../../ui/states/paged-list.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { Money } from '../../ui/values/money.tsx';
import '../modals.ts';
import { gameLabel } from '../steam-items/steam-model.ts';
import { steamTexts, texts as tradeTexts } from '../texts.ts';
import { OrderItems } from './order-items.tsx';
import { TONES } from './order-state.tsx';
import { betGameName, wordsOf } from './order-words.ts';
import { useTradeOrders } from './use-orders.ts';
import { formatDayTime } from '../../platform/page/time.ts';

/** How many items of an order are shown as pictures. */
const SHOWN_ITEMS = 4;

const texts = tradeTexts.orders;

export function OrderList() {
  return (
    <Panel title={texts.title} flush>
      <Orders />
    </Panel>
  );
}

function Orders() {
  const answer = useTradeOrders();
  return (
    <PagedList
      answer={answer}
      all={answer.data?.pages.flatMap((page) => page.orders)}
      label={texts.list}
      older={texts.older}
      empty={
        <EmptyState icon={<Inbox aria-hidden size={32} strokeWidth={1.5} />} title={steamTexts.noOrders}>
          {texts.emptyText}
        </EmptyState>
      }
    >
      {(order) => <Row key={order.id} order={order} />}
    </PagedList>
  );
}

function Row({ order }: { readonly order: TradeOrder }) {
  const words = wordsOf(order, formatDayTime);
  const { icon: Icon, color } = TONES[words.tone];
  const deposit = order.kind === 'DEPOSIT';
  const label = words.tone === 'act' ? messages.modal.confirmTrade : texts.details;
  const Way = deposit ? ArrowDownToLine : ArrowUpFromLine;
  const open = () => openModal('trade.confirm', { orderId: order.id });
  return (
    <li className="@container px-4 py-3 lg:px-6">
      <div className="grid items-center gap-x-4 gap-y-2 @min-[560px]:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_auto]">
        <div className="flex min-w-0 items-center gap-3">
          <Way aria-hidden size={18} className="shrink-0 text-fg-2" />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
              {deposit ? texts.deposit : texts.withdrawal}
              <Money cents={centsFromUsd(order.totalUsd)} />
              <time dateTime={new Date(order.createdAt).toISOString()} className="text-xs font-normal text-fg-2">
                {formatDayTime(order.createdAt)}
              </time>
            </p>
            <p className="text-xs text-fg-2">
              {gameLabel(order.appId)} · {deposit && `${purposeOf(order)} · `}
              <span className="whitespace-nowrap tabular-nums">{order.code}</span>
            </p>
          </div>
        </div>
        <div className="min-w-0">
          <p className={cx('flex items-center gap-1.5 text-sm font-semibold', color)}>
            <Icon aria-hidden size={14} className="shrink-0" /> {words.title}
          </p>
          <p className="text-xs text-fg-2">{words.where}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 @min-[560px]:justify-end">
          <OrderItems items={order.items} most={SHOWN_ITEMS} className="@min-[560px]:hidden @min-[760px]:flex" />
          <Button
            variant={words.tone === 'act' ? 'primary' : 'secondary'}
            aria-label={`${label}, ${order.code}`}
            onClick={open}
            className={cx(words.tone === 'act' && '@max-[560px]:w-full')}
          >
            {label}
          </Button>
        </div>
      </div>
    </li>
  );
}

/** What a deposit is for: 'to balance'. */
function purposeOf({ bet, toBalance }: TradeOrder): string {
  if (bet) return texts.forBet(betGameName(bet));
  return toBalance ? texts.toBalance : texts.toInventory;
}
