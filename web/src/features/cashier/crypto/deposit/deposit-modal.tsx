/** The Crypto deposit window: one deposit from I PAID to its end, with its payments on the chain. */
import { useEffect } from 'react';
import { listCryptoOrders } from '@fairpot/contract/crypto/calls';
import type { CryptoOrder, CryptoPayment } from '@fairpot/contract/crypto/schemas';
import { Loaded, SAFE } from '../../../../games-kit/page-parts.tsx';
import { messages } from '../../../../messages.ts';
import { useAsk } from '../../../../platform/calls/use-call.ts';
import { announce } from '../../../../platform/page/announcer.ts';
import { closeModal, type ModalViews } from '../../../../platform/page/modal.ts';
import { StateHead } from '../../../../trade-kit/orders/order-state.tsx';
import { Button, ButtonLink } from '../../../../ui/controls/button.tsx';
import { CopyText } from '../../../../ui/controls/copy-text.tsx';
import { EmptyState, Skeleton } from '../../../../ui/states/states.tsx';
import { Countdown, useCountdown } from '../../../../ui/values/countdown.tsx';
import { cssPercent } from '../../../../ui/values/percent.ts';
import { PaymentNotFound } from '../payment-not-found.tsx';
import { countedOf, isOwed, missingOf, paymentText, rateStateText, wordsOfDeposit } from './deposit-words.ts';
import { texts as shared } from '../texts.ts';
import { PayTo } from './pay-to.tsx';
import { texts as depositTexts } from './texts.ts';
import { useDeposits } from './use-deposits.ts';
import { formatDayTime } from '../../../../platform/page/time.ts';

const texts = depositTexts.window;

export function DepositModal({ orderId }: ModalViews['crypto.deposit']) {
  const { data, error, refetch } = useDeposits();
  const listed = data?.pages.flat().find(({ id }) => id === orderId);
  // Just created, or older than the loaded pages of the list.
  const one = useAsk(listCryptoOrders, { id: orderId }, { enabled: data !== undefined && listed === undefined });
  if (listed === undefined && one.data?.length === 0) return <PaymentNotFound kind="deposit" />;
  const answer = { data: listed ?? one.data?.[0], error: error ?? one.error, refetch };
  return (
    <Loaded answer={answer} loading={<Skeleton className="h-[440px]" />} reassurance={SAFE.balance}>
      {(order) => <Deposit order={order} />}
    </Loaded>
  );
}

function Deposit({ order }: { readonly order: CryptoOrder }) {
  const words = wordsOfDeposit(order);
  const summary = `${words.title}. ${words.where}`;
  useEffect(() => announce(summary), [summary]);
  const open = order.status === 'PENDING';
  const owed = isOwed(order);
  const missing = missingOf(order);
  return (
    <div className="grid gap-4">
      <StateHead words={words} />
      {missing !== null && owed && order.wallet !== '' && <AmountDue order={order} amount={missing} />}
      {order.payments.length > 0 && (
        <ul aria-label={texts.payments} className="grid gap-2">
          {order.payments.map((payment, at) => (
            <Payment key={`${payment.txid} ${at}`} payment={payment} />
          ))}
        </ul>
      )}
      {words.notes.length > 0 && (
        <ul aria-label={texts.notes} className="grid gap-1.5 rounded-md border border-warn p-3 text-sm">
          {words.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {owed && <Where order={order} />}
      {open ? (
        <p className="text-xs text-fg-2">
          {texts.canClose}
          {order.wallet !== '' && countedOf(order).length === 0 && texts.declinedAt(formatDayTime(order.expiresAt))}
        </p>
      ) : (
        <Button size="lg" onClick={closeModal}>
          {messages.modal.closeUpper}
        </Button>
      )}
    </div>
  );
}

function AmountDue({ order, amount }: { readonly order: CryptoOrder; readonly amount: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-md bg-ink-3 p-3">
      <p className="text-sm text-fg-2">
        {amount === order.amountCoin ? texts.send : texts.stillToSend}{' '}
        <strong className="text-lg font-black text-fg tabular-nums">
          {amount} {order.coinName}
        </strong>
      </p>
      <RateState order={order} />
    </div>
  );
}

/** How long the rate is locked, or which rate applies. */
function RateState({ order }: { readonly order: CryptoOrder }) {
  const text = rateStateText(order, useCountdown(order.rateLockedUntil) === 0);
  return (
    <p className="flex items-baseline gap-2 text-xs text-fg-2">
      {text ?? (
        <>
          {depositTexts.lock.lockedFor}{' '}
          <Countdown deadlineAt={order.rateLockedUntil} label={depositTexts.lock.countdown} />
        </>
      )}
    </p>
  );
}

/** The address to pay. It stays hidden if it could not be derived again: players would pay any address on the screen. */
function Where({ order }: { readonly order: CryptoOrder }) {
  if (order.wallet === '')
    return (
      <EmptyState
        title={texts.hidden}
        action={<ButtonLink to={`/support?about=payment:${order.id}`}>{messages.nav.support}</ButtonLink>}
      >
        {texts.hiddenText}
      </EmptyState>
    );
  return <PayTo coin={order.coinName} address={order.wallet} signature={order.signature} amount={missingOf(order)} />;
}

function Payment({ payment }: { readonly payment: CryptoPayment }) {
  const { confirmations, needed, state } = payment;
  const counts = state === 'CONFIRMING' || state === 'SEEN';
  const done = Math.min(confirmations, needed);
  return (
    <li className="grid gap-2 rounded-md border border-line bg-ink-3 p-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <strong className="tabular-nums">
          {payment.amountCoin} {payment.coinName}
        </strong>
        <span className="text-fg-2">{paymentText(payment)}</span>
      </p>
      {counts && (
        <div
          role="progressbar"
          aria-label={texts.confirmations}
          aria-valuemin={0}
          aria-valuemax={needed}
          aria-valuenow={done}
          aria-valuetext={paymentText(payment)}
          className="h-1.5 overflow-hidden rounded-full bg-ink-4"
        >
          <div className="h-full rounded-full bg-info" style={{ width: cssPercent(done / needed) }} />
        </div>
      )}
      <CopyText text={payment.txid} label={shared.copiedTransaction} />
    </li>
  );
}
