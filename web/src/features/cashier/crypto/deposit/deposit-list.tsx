/** The player's crypto deposits, newest first, with live states; each opens its window. */
import type { CryptoOrder } from '@fairpot/contract/crypto/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { COIN_HEADERS } from '@fairpot/contract/notifications/calls';
import { cryptoTexts } from '../texts.ts';
import { openModal } from '../../../../platform/page/modal.ts';
import { toastError, toastSuccess } from '../../../../platform/page/toasts.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { CoinList, CoinRow } from '../coin-list.tsx';
import { wordsOfDeposit } from './deposit-words.ts';
import '../modals.ts';
import { StrayList } from './stray-list.tsx';
import { texts as depositTexts } from './texts.ts';
import { useDeposits } from './use-deposits.ts';

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
  return (
    <CoinList answer={useDeposits()} texts={texts} header={COIN_HEADERS.deposit} notify={notifyEnd}>
      {(order) => <Row key={order.id} order={order} />}
    </CoinList>
  );
}

/** Toasts the end of a deposit in the spec's words. */
function notifyEnd({ status }: CryptoOrder): void {
  if (status === 'COMPLETED') toastSuccess(cryptoTexts.received);
  if (status === 'DECLINED') toastError(cryptoTexts.declined);
}

function Row({ order }: { readonly order: CryptoOrder }) {
  const sum = centsFromUsd(order.amountUsd);
  return (
    <CoinRow
      coin={order.coinName}
      createdAt={order.createdAt}
      sum={sum > 0 ? <Money cents={sum} /> : texts.payment}
      words={wordsOfDeposit(order)}
      onDetails={() => openModal('crypto.deposit', { orderId: order.id })}
    >
      {order.payments.some(({ overLimit }) => overLimit) && (
        <p className="text-xs font-semibold text-warn">{texts.overLimit}</p>
      )}
    </CoinRow>
  );
}
