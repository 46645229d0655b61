/** One crypto withdrawal, from the request to its last confirmation or its refund. */
import { useEffect } from 'react';
import { listCryptoWithdrawals } from '@fairpot/contract/crypto/withdrawals/calls';
import type { CryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { Loaded, SAFE } from '../../../../games-kit/page-parts.tsx';
import { messages } from '../../../../messages.ts';
import { useAsk } from '../../../../platform/calls/use-call.ts';
import { announce } from '../../../../platform/page/announcer.ts';
import { closeModal, type ModalViews } from '../../../../platform/page/modal.ts';
import { StateHead, StepBar } from '../../../../trade-kit/orders/order-state.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { CopyText } from '../../../../ui/controls/copy-text.tsx';
import { Skeleton } from '../../../../ui/states/states.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { PaymentNotFound } from '../payment-not-found.tsx';
import { coinOnNetwork, rateText } from '../sums.ts';
import { Term, TermList } from '../terms.tsx';
import { texts as shared } from '../texts.ts';
import { texts as withdrawTexts } from './texts.ts';
import { useWithdrawals } from './use-withdrawals.ts';
import { hasFailed, isWithdrawn, WITHDRAWAL_STEPS, withdrawalSteps, wordsOfWithdrawal } from './withdrawal-words.ts';
import { formatDayTime } from '../../../../platform/page/time.ts';

const texts = withdrawTexts.window;

export function WithdrawalModal({ withdrawalId }: ModalViews['crypto.withdrawal']) {
  const { data, error, refetch } = useWithdrawals();
  const listed = data?.pages.flat().find(({ id }) => id === withdrawalId);
  // Older than the loaded pages of the list.
  const isOlder = data !== undefined && listed === undefined;
  const one = useAsk(listCryptoWithdrawals, { id: withdrawalId }, { enabled: isOlder });
  if (isOlder && one.data?.length === 0) return <PaymentNotFound kind="withdrawal" />;
  return (
    <Loaded
      answer={{ data: listed ?? one.data?.[0], error: error ?? one.error, refetch }}
      loading={<Skeleton className="h-[440px]" />}
      reassurance={`${SAFE.balance} ${texts.continues}`}
    >
      {(withdrawal) => <Withdrawal withdrawal={withdrawal} />}
    </Loaded>
  );
}

function Withdrawal({ withdrawal }: { readonly withdrawal: CryptoWithdrawal }) {
  const { coinName, amountCoin, amountUsd, feeUsd, rateUsd: rate, address, txid } = withdrawal;
  const { quotedAt, createdAt, endedAt } = withdrawal;
  const words = wordsOfWithdrawal(withdrawal);
  const summary = `${words.title}. ${words.where}`;
  useEffect(() => announce(summary), [summary]);
  return (
    <div className="grid gap-4">
      <StateHead words={words} />
      <StepBar steps={WITHDRAWAL_STEPS} done={withdrawalSteps(withdrawal)} failed={hasFailed(withdrawal)} />
      <p className="text-sm">{words.where}</p>
      <TermList>
        <Term name={texts.coins}>
          <strong>
            {amountCoin} {coinName}
          </strong>
        </Term>
        <Term name={texts.network}>{coinOnNetwork(coinName)}</Term>
        <Term name={texts.sum}>
          <Money cents={centsFromUsd(amountUsd)} />
        </Term>
        <Term name={texts.fee}>
          <Money cents={centsFromUsd(feeUsd)} />
        </Term>
        <Term name={shared.terms.rate}>{shared.terms.rateValue(coinName, rateText(rate))}</Term>
        <Term name={texts.quoted}>{formatDayTime(quotedAt)}</Term>
        <Term name={texts.requested}>{formatDayTime(createdAt)}</Term>
        {endedAt !== null && <Term name={texts.ended}>{formatDayTime(endedAt)}</Term>}
      </TermList>
      <div className="grid gap-1.5">
        <p className="text-sm font-semibold">{texts.to}</p>
        <code className="rounded-md border border-line bg-ink-0 px-3 py-2 font-mono text-sm wrap-anywhere">
          {address}
        </code>
      </div>
      {txid !== null && (
        <div className="grid gap-1.5">
          <p className="text-sm font-semibold">{shared.transaction}</p>
          <CopyText text={txid} label={shared.copiedTransaction} />
        </div>
      )}
      {isWithdrawn(withdrawal) ? (
        <Button size="lg" onClick={closeModal}>
          {messages.modal.closeUpper}
        </Button>
      ) : (
        <p className="text-xs text-fg-2">{texts.canClose}</p>
      )}
    </div>
  );
}
