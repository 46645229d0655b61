/** The crypto half of the withdraw page: the button that opens its window, withdrawal times, and the player's withdrawals. */
import { Bitcoin, Coins } from 'lucide-react';
import { listWithdrawalTimes } from '@fairpot/contract/crypto/withdrawals/calls';
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { COIN_HEADERS } from '@fairpot/contract/notifications/calls';
import { useAsk } from '../../../../platform/calls/use-call.ts';
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
import '../modals.ts';
import { texts as shared } from '../texts.ts';
import { useChangeNotices } from '../use-changes.ts';
import { texts } from './texts.ts';
import { useWithdrawals } from './use-withdrawals.ts';
import { spanText, wordsOfWithdrawal } from './withdrawal-words.ts';
import { coinOnNetwork } from '../sums.ts';
import { formatDateTime, formatDayTime } from '../../../../ui/values/time.ts';

export function WithdrawCoins() {
  return (
    <div className="grid gap-4">
      <Panel
        aria-label={texts.panel.title}
        title={
          <span className="flex items-center gap-2">
            <Bitcoin aria-hidden size={18} /> {texts.panel.title}
          </span>
        }
        actions={
          <Button variant="primary" onClick={() => openModal('crypto.withdraw', {})}>
            {texts.panel.open}
          </Button>
        }
      >
        <p className="max-w-[68ch] text-sm text-fg-2">{texts.panel.text}</p>
        <Times />
      </Panel>
      <Panel title={texts.list.title} flush>
        <Withdrawals />
      </Panel>
    </div>
  );
}

/** How long withdrawals took; before the first one, since when times are measured. */
function Times() {
  const { data } = useAsk(listWithdrawalTimes, {});
  if (data === undefined) return null;
  if (data.times.length === 0)
    return (
      <p className="mt-4 text-sm text-fg-2">
        <strong className="text-fg">{texts.panel.noTimes}</strong> {texts.panel.noTimesText(formatDateTime(data.since))}
      </p>
    );
  return (
    <div className="mt-4 grid gap-2">
      <h3 className="text-sm font-semibold">{texts.panel.times(data.days)}</h3>
      <ul className="flex flex-wrap gap-2 text-xs text-fg-2">
        {data.times.map(({ kind, count, p50Ms, p90Ms, p99Ms }) => (
          <li key={kind} className="rounded-md border border-line bg-ink-3 px-3 py-2">
            <strong className="text-fg">{kind === 'STEAM' ? texts.panel.steam : kind}</strong>:{' '}
            {texts.panel.half(spanText(p50Ms))}, {texts.panel.most(spanText(p90Ms))},{' '}
            {texts.panel.nearlyAll(spanText(p99Ms))}; {texts.panel.count(count)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Withdrawals() {
  const answer = useWithdrawals();
  const all = answer.data?.pages.flat();
  useChangeNotices(all, notifyEnd);
  useShownOnPage(COIN_HEADERS.withdrawal);
  return (
    <PagedList
      answer={answer}
      all={all}
      label={texts.list.label}
      older={texts.list.older}
      empty={
        <EmptyState icon={<Coins aria-hidden size={32} strokeWidth={1.5} />} title={texts.list.empty}>
          {texts.list.emptyText}
        </EmptyState>
      }
    >
      {(each) => <Row key={each.id} withdrawal={each} />}
    </PagedList>
  );
}

function notifyEnd(withdrawal: CryptoWithdrawal): void {
  const { title, where } = wordsOfWithdrawal(withdrawal);
  if (withdrawal.status === 'CONFIRMED') toastSuccess(`${title}: ${where}`);
  if (withdrawal.status === 'REFUNDED') toastError(`${title}: ${where}`);
}

function Row({ withdrawal }: { readonly withdrawal: CryptoWithdrawal }) {
  const { id, coinName, createdAt, amountUsd } = withdrawal;
  const words = wordsOfWithdrawal(withdrawal);
  const { icon: Icon, color } = TONES[words.tone];
  const when = formatDayTime(createdAt);
  return (
    <li className="@container px-4 py-3 lg:px-6">
      <div
        className={
          'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 ' +
          '@min-[560px]:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_auto]'
        }
      >
        <div className="flex min-w-0 items-center gap-3">
          <CoinIcon coin={coinName} size={28} />
          <div className="min-w-0">
            <p className="flex flex-wrap items-baseline gap-x-2 text-sm font-bold">
              <Money cents={centsFromUsd(amountUsd)} />
              <time dateTime={new Date(createdAt).toISOString()} className="text-xs font-normal text-fg-2">
                {when}
              </time>
            </p>
            <p className="truncate text-xs text-fg-2">{coinOnNetwork(coinName)}</p>
          </div>
        </div>
        <div className="col-span-2 min-w-0 @min-[560px]:col-span-1">
          <p className={cx('flex items-center gap-1.5 text-sm font-semibold', color)}>
            <Icon aria-hidden size={14} className="shrink-0" /> {words.title}
          </p>
          <p className="text-xs text-fg-2">{words.where}</p>
        </div>
        <div className="col-start-2 row-start-1 @min-[560px]:col-start-3">
          <Button
            aria-label={shared.detailsOf(coinName, when)}
            onClick={() => openModal('crypto.withdrawal', { withdrawalId: id })}
          >
            {shared.details}
          </Button>
        </div>
      </div>
    </li>
  );
}
