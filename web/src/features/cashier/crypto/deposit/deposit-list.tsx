/** The player's crypto deposits, newest first, with live states; each opens its window. */
import { Coins } from 'lucide-react';
import type { CryptoOrder } from '@fairpot/contract/crypto/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { COIN_HEADERS } from '@fairpot/contract/notifications/calls';
import { messages } from '../../../../messages.ts';
import { openModal } from '../../../../platform/page/modal.ts';
import { toastError, toastSuccess } from '../../../../platform/page/toasts.ts';
import { useShownOnPage } from '../../../../platform/page/shown-on-page.ts';
import { TONES } from '../../../../trade-kit/orders/order-state.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { cx } from '../../../../ui/layout/cx.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { PagedList } from '../../../../ui/states/paged-list.tsx';
import { EmptyState } from '../../../../ui/states/states.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { CoinIcon } from '../coins.tsx';
import { wordsOfDeposit } from './deposit-words.ts';
import '../modals.ts';
import { useChangeNotices } from '../use-changes.ts';
import { texts as shared } from '../texts.ts';
import { StrayList } from './stray-list.tsx';
import { texts as depositTexts } from './texts.ts';
import { useDeposits } from './use-deposits.ts';
import { coinOnNetwork } from '../sums.ts';
import { formatDayTime } from '../../../../ui/values/time.ts';

const texts = depositTexts.list;

export function DepositList() {
  return (
    <Panel title={texts.title} flush>
      <Deposits />
      <StrayList />
    </Panel>
  );
}

function Deposits() {
  const answer = useDeposits();
  const orders = answer.data?.pages.flat();
  useChangeNotices(orders, notifyEnd);
  useShownOnPage(COIN_HEADERS.deposit);
  return (
    <PagedList
      answer={answer}
      all={orders}
      label={texts.label}
      older={texts.older}
      empty={
        <EmptyState icon={<Coins aria-hidden size={32} strokeWidth={1.5} />} title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      }
    >
      {(order) => <Row key={order.id} order={order} />}
    </PagedList>
  );
}

/** Toasts the end of a deposit in the spec's words. */
function notifyEnd({ status }: CryptoOrder): void {
  if (status === 'COMPLETED') toastSuccess(messages.crypto.received);
  if (status === 'DECLINED') toastError(messages.crypto.declined);
}

function Row({ order }: { readonly order: CryptoOrder }) {
  const words = wordsOfDeposit(order);
  const { icon: Icon, color } = TONES[words.tone];
  const when = formatDayTime(order.createdAt);
  const sum = centsFromUsd(order.amountUsd);
  return (
    <li className="@container px-4 py-3 lg:px-6">
      <div
        className={
          'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 ' +
          '@min-[560px]:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_auto]'
        }
      >
        <div className="flex min-w-0 items-center gap-3">
          <CoinIcon coin={order.coinName} size={28} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
              {sum > 0 ? <Money cents={sum} /> : texts.payment}
              <time dateTime={new Date(order.createdAt).toISOString()} className="text-xs font-normal text-fg-2">
                {when}
              </time>
            </p>
            <p className="truncate text-xs text-fg-2">{coinOnNetwork(order.coinName)}</p>
          </div>
        </div>
        <div className="col-span-2 min-w-0 @min-[560px]:col-span-1">
          <p className={cx('flex items-center gap-1.5 text-sm font-semibold', color)}>
            <Icon aria-hidden size={14} className="shrink-0" /> {words.title}
          </p>
          <p className="text-xs text-fg-2">{words.where}</p>
          {order.payments.some(({ overLimit }) => overLimit) && (
            <p className="text-xs font-semibold text-warn">{texts.overLimit}</p>
          )}
        </div>
        <div className="col-start-2 row-start-1 @min-[560px]:col-start-3">
          <Button
            aria-label={shared.detailsOf(order.coinName, when)}
            onClick={() => openModal('crypto.deposit', { orderId: order.id })}
          >
            {shared.details}
          </Button>
        </div>
      </div>
    </li>
  );
}
