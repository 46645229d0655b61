/** The half of the withdraw page that pays balance out in coins: the way to its window, the own withdrawals, how long they took. */
import { Bitcoin, Coins } from 'lucide-react';
import { listWithdrawalTimes } from '@fairpot/contract/crypto/withdrawals/calls';
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { COIN_HEADERS } from '@fairpot/contract/notifications/calls';
import { useAsk } from '../../../../platform/calls/use-call.ts';
import { openModal } from '../../../../platform/page/modal.ts';
import { toastError, toastSuccess } from '../../../../platform/page/toasts.ts';
import { useTellsItself } from '../../../../platform/page/told-here.ts';
import { TONES } from '../../../../trade-kit/orders/order-state.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { cx } from '../../../../ui/layout/cx.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { PagedList } from '../../../../ui/states/paged-list.tsx';
import { EmptyState } from '../../../../ui/states/states.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { CoinIcon } from '../coins.tsx';
import '../modals.ts';
import { useChangesTold } from '../use-changes.ts';
import { useWithdrawals } from './use-withdrawals.ts';
import { spanText, wordsOfWithdrawal } from './withdrawal-words.ts';
import { coinOnNetwork } from '../sums.ts';
import { formatDateTime, formatDayTime } from '../../../../ui/values/time.ts';

export function WithdrawCoins() {
  return (
    <div className="grid gap-4">
      <Panel
        aria-label="Balance in coins"
        title={
          <span className="flex items-center gap-2">
            <Bitcoin aria-hidden size={18} /> Balance in coins
          </span>
        }
        actions={
          <Button variant="primary" onClick={() => openModal('crypto.withdraw', {})}>
            Withdraw in coins
          </Button>
        }
      >
        <p className="max-w-[68ch] text-sm text-fg-2">
          Your balance in TRX, USDT, BTC or ETH, to an address of your own. Fee and rate are shown before you type a
          sum, and a withdrawal that cannot be paid comes back in full.
        </p>
        <Times />
      </Panel>
      <Panel title="Your coin withdrawals" flush>
        <Withdrawals />
      </Panel>
    </div>
  );
}

/** How long withdrawals really took; where there were none, since when they are counted. */
function Times() {
  const { data } = useAsk(listWithdrawalTimes, {});
  if (data === undefined) return null;
  if (data.times.length === 0)
    return (
      <p className="mt-4 text-sm text-fg-2">
        <strong className="text-fg">No withdrawals yet.</strong> How long they take is counted since{' '}
        {formatDateTime(data.since)} and shown here.
      </p>
    );
  return (
    <div className="mt-4 grid gap-2">
      <h3 className="text-sm font-semibold">How long they took in the last {data.days} days</h3>
      <ul className="flex flex-wrap gap-2 text-xs text-fg-2">
        {data.times.map(({ kind, count, p50Ms, p90Ms, p99Ms }) => (
          <li key={kind} className="rounded-md border border-line bg-ink-3 px-3 py-2">
            <strong className="text-fg">{kind === 'STEAM' ? 'Steam' : kind}</strong>: half within {spanText(p50Ms)}, 90
            of 100 within {spanText(p90Ms)}, 99 within {spanText(p99Ms)}; {count.toLocaleString('en-US')}{' '}
            {count === 1 ? 'withdrawal' : 'withdrawals'}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Withdrawals() {
  const answer = useWithdrawals();
  const all = answer.data?.pages.flat();
  useChangesTold(all, tellEnd);
  useTellsItself(COIN_HEADERS.withdrawal);
  return (
    <PagedList
      answer={answer}
      all={all}
      label="Coin withdrawals"
      older="Show older withdrawals"
      empty={
        <EmptyState icon={<Coins aria-hidden size={32} strokeWidth={1.5} />} title="No coin withdrawals yet">
          Each stands here from the request to its last confirmation, with its transaction.
        </EmptyState>
      }
    >
      {(each) => <Row key={each.id} withdrawal={each} />}
    </PagedList>
  );
}

function tellEnd(withdrawal: CryptoWithdrawal): void {
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
            aria-label={`Details of ${coinName}, ${when}`}
            onClick={() => openModal('crypto.withdrawal', { withdrawalId: id })}
          >
            Details
          </Button>
        </div>
      </div>
    </li>
  );
}
