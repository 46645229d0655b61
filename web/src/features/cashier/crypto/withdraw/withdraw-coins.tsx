/** The crypto half of the withdraw page: the button that opens its window, withdrawal times, and the player's withdrawals. */
import { Bitcoin } from 'lucide-react';
import { listWithdrawalTimes } from '@fairpot/contract/crypto/withdrawals/calls';
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { COIN_HEADERS } from '@fairpot/contract/notifications/calls';
import { useAsk } from '../../../../platform/calls/use-call.ts';
import { openModal } from '../../../../platform/page/modal.ts';
import { toastError, toastSuccess } from '../../../../platform/page/toasts.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { CoinList, CoinRow } from '../coin-list.tsx';
import '../modals.ts';
import { texts } from './texts.ts';
import { useWithdrawals } from './use-withdrawals.ts';
import { spanText, wordsOfWithdrawal } from './withdrawal-words.ts';
import { formatDateTime } from '../../../../platform/page/time.ts';

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
          <Button online variant="primary" onClick={() => openModal('crypto.withdraw', {})}>
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
  return (
    <CoinList answer={useWithdrawals()} texts={texts.list} header={COIN_HEADERS.withdrawal} notify={notifyEnd}>
      {(each) => <Row key={each.id} withdrawal={each} />}
    </CoinList>
  );
}

function notifyEnd(withdrawal: CryptoWithdrawal): void {
  const { title, where } = wordsOfWithdrawal(withdrawal);
  if (withdrawal.status === 'CONFIRMED') toastSuccess(`${title}: ${where}`);
  if (withdrawal.status === 'REFUNDED') toastError(`${title}: ${where}`);
}

function Row({ withdrawal }: { readonly withdrawal: CryptoWithdrawal }) {
  const { id, coinName, createdAt, amountUsd } = withdrawal;
  return (
    <CoinRow
      coin={coinName}
      createdAt={createdAt}
      sum={<Money cents={centsFromUsd(amountUsd)} />}
      words={wordsOfWithdrawal(withdrawal)}
      onDetails={() => openModal('crypto.withdrawal', { withdrawalId: id })}
    />
  );
}
