/** The crypto half of the deposit page: coin, sum, address, costs, and the button I PAID. */
import { Bitcoin } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import {
  calculateCrypto,
  createCryptoOrder,
  type listCryptoRates,
  MIN_DEPOSIT_CENTS,
  type Coin,
} from '@fairpot/contract/crypto/calls';
import type { CryptoWallet } from '@fairpot/contract/crypto/schemas';
import { cents, centsFromText, centsFromUsd, formatUsd, usd, type Cents } from '@fairpot/contract/wire/money';
import { Loaded, SAFE } from '../../../../games-kit/page-parts.tsx';
import { messages } from '../../../../messages.ts';
import { ask, textOfError, type ApiRefusal } from '../../../../platform/calls/api.ts';
import { useSend } from '../../../../platform/calls/use-call.ts';
import { openModal } from '../../../../platform/page/modal.ts';
import { useStop } from '../../../../platform/page/protection.ts';
import { usePaused } from '../../../../platform/page/settings.ts';
import { toastError } from '../../../../platform/page/toasts.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { TextField } from '../../../../ui/controls/fields.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { EmptyState, Skeleton } from '../../../../ui/states/states.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { formatPercent } from '../../../../ui/values/percent.ts';
import { CoinChoice } from '../coins.tsx';
import { useAddressCheck } from './checked-address.tsx';
import { DepositList } from './deposit-list.tsx';
import { holdText, lockText } from './deposit-words.ts';
import '../modals.ts';
import { PayTo } from './pay-to.tsx';
import { DEFAULT_SUM, rateText } from '../sums.ts';
import { Term, TermList } from '../terms.tsx';
import { cryptoTexts, texts as shared } from '../texts.ts';
import { useCalculation, type Calculation } from '../use-calculation.ts';
import { texts as depositTexts } from './texts.ts';
import { refetchDeposits, useRates, useWallets } from './use-deposits.ts';

const texts = depositTexts.form;

type CryptoRates = OutputOf<typeof listCryptoRates>[number];

/** The form for a new deposit, and the list of deposits. */
export function DepositCoins() {
  return (
    <div className="grid gap-4">
      <Panel
        aria-label={shared.title}
        title={
          <span className="flex items-center gap-2">
            <Bitcoin aria-hidden size={18} /> {shared.title}
          </span>
        }
      >
        <Loaded answer={useWallets()} loading={<Skeleton className="h-[420px]" />} reassurance={SAFE.balance}>
          {(wallets) => (wallets.length === 0 ? <NothingOffered /> : <Form wallets={wallets} />)}
        </Loaded>
      </Panel>
      <DepositList />
    </div>
  );
}

function NothingOffered() {
  return (
    <EmptyState icon={<Bitcoin aria-hidden size={32} strokeWidth={1.5} />} title={texts.unavailable}>
      {texts.unavailableText}
    </EmptyState>
  );
}

/** The sum in cents; null if it is not a sum or below the minimum. */
function readSum(text: string): Cents | null {
  const sum = centsFromText(text);
  return sum === null || sum < MIN_DEPOSIT_CENTS ? null : sum;
}

function Form({ wallets }: { readonly wallets: readonly CryptoWallet[] }) {
  const [chosen, setChosen] = useState<Coin | null>(null);
  const [text, setText] = useState(DEFAULT_SUM);
  const wallet = wallets.find(({ coinName }) => coinName === chosen) ?? wallets[0];
  return wallet === undefined ? null : (
    <FormOf wallet={wallet} wallets={wallets} text={text} onChosen={setChosen} onTyped={setText} />
  );
}

interface FormOfProps {
  readonly wallet: CryptoWallet;
  readonly wallets: readonly CryptoWallet[];
  /** The sum as typed. */
  readonly text: string;
  readonly onChosen: (coin: Coin) => void;
  readonly onTyped: (text: string) => void;
}

function FormOf({ wallet, wallets, text, onChosen, onTyped }: FormOfProps) {
  const { coinName: coin } = wallet;
  const rates = useRates().data;
  const typed = centsFromText(text);
  const calculation = useCalculation(
    calculateCrypto.name,
    (input, options) => ask(calculateCrypto, input, options),
    coin,
    typed,
  );
  const [tooLow, setTooLow] = useState(false);
  const { data: check } = useAddressCheck({ coin, address: wallet.wallet, signature: wallet.signature });
  const refused = check?.state === 'refused';
  const stop = useStop('deposit', typed ?? cents(0));
  const paused = usePaused('cryptoDeposit');
  const sending = useSend(createCryptoOrder, {
    onAccepted: ({ id }) => {
      refetchDeposits();
      openModal('crypto.deposit', { orderId: id });
    },
    onRefused,
  });
  const ratesOf = (name: Coin) => rates?.find((each) => each.name === name);
  const terms = ratesOf(coin);
  const paid = () => {
    const sum = readSum(text);
    setTooLow(sum === null);
    if (sum === null) toastError(messages.say.minSum);
    else void sending.run({ walletId: wallet.id, amountUsd: usd(sum) });
  };
  return (
    <div className="@container">
      <div className="grid gap-x-8 gap-y-5 @min-[760px]:grid-cols-2">
        <div className="@container grid content-start gap-5 @min-[760px]:col-span-2">
          <CoinChoice
            legend={shared.coin}
            offered={wallets.map(({ coinName }) => coinName)}
            value={coin}
            onChange={onChosen}
            note={(name) => noteOf(rates === undefined ? undefined : (ratesOf(name)?.amountUsd ?? null))}
          />
        </div>
        <div className="grid content-start gap-4">
          <Terms coin={coin} rates={terms} />
          <TextField
            label={shared.sum}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={text}
            onChange={(value) => {
              onTyped(value);
              setTooLow(false);
            }}
            error={tooLow ? messages.say.minSum : null}
            hint={texts.sumHint}
          />
          {!refused && <Amount coin={coin} typed={typed} calculation={calculation} />}
        </div>
        <div className="grid content-start gap-4">
          <PayTo
            coin={coin}
            address={wallet.wallet}
            signature={wallet.signature}
            amount={calculation.data?.amountCoin ?? null}
            enlarge
          />
        </div>
        <div className="grid gap-2 @min-[760px]:col-span-2">
          <Button
            variant="primary"
            size="lg"
            busy={sending.phase === 'sent'}
            disabled={paused || refused || stop !== null}
            onClick={paid}
          >
            {stop?.short ?? cryptoTexts.paid}
          </Button>
          <p role="status" className="text-sm font-semibold text-bad empty:hidden">
            {paused ? messages.say.systemPaused : (stop?.text ?? sending.refusal?.text ?? (refused && texts.unsigned))}
          </p>
          <p className="text-xs text-fg-2">
            {terms !== undefined && `${lockText(terms)} `}
            {texts.paidText}
          </p>
        </div>
      </div>
    </div>
  );
}

/** The spec has one text for a deposit that could not be created; the reason is below the button. A lost answer is not a refusal. */
function onRefused(refusal: ApiRefusal): boolean {
  if (refusal.status === 0) return false;
  toastError(refusal.code === 'CRYPTO_MIN' ? messages.say.minSum : messages.say.tryDifferentNumber);
  return true;
}

function noteOf(rate: number | null | undefined): string {
  if (rate === undefined) return ' ';
  return rate === null ? shared.noRate : rateText(rate);
}

/** The costs, before a sum is typed. */
function Terms({ coin, rates }: { readonly coin: Coin; readonly rates: CryptoRates | undefined }) {
  const rate = rates?.amountUsd;
  const { terms } = shared;
  const shown = rate === undefined ? '' : rate === null ? terms.rateUnknown : terms.rateValue(coin, rateText(rate));
  const spread = rates?.spreadBps ?? 0;
  const fee = rates?.networkFeeUsd ?? 0;
  return (
    <TermList>
      <Term name={terms.rate}>{shown}</Term>
      <Term name={terms.spread}>{spread === 0 ? terms.noSpread : terms.spreadValue(formatPercent(spread))}</Term>
      <Term name={terms.rateLock}>{rates === undefined ? '' : holdText(rates)}</Term>
      <Term name={terms.networkFee}>{texts.fee(fee === 0 ? texts.noFee : formatUsd(centsFromUsd(fee)))}</Term>
      <Term name={texts.confirmationTime}>{depositTexts.takes[coin]}</Term>
    </TermList>
  );
}

interface AmountProps {
  readonly coin: Coin;
  readonly typed: Cents | null;
  readonly calculation: Calculation<OutputOf<typeof calculateCrypto>>;
}

function Amount({ coin, typed, calculation: { data, error } }: AmountProps) {
  return (
    <div className="grid gap-1">
      <p className="text-sm font-semibold">{texts.youSend}</p>
      <p role="status" className="min-h-8 text-xl font-black tabular-nums wrap-anywhere">
        {data ? (
          `${data.amountCoin} ${coin}`
        ) : error && !data ? (
          <span className="text-sm font-semibold text-bad">{textOfError(error)}</span>
        ) : (
          <span className="text-fg-3">{typed === null ? '—' : '…'}</span>
        )}
      </p>
      <p className="min-h-5 text-sm text-fg-2">
        {data && (
          <>
            {texts.credited} <Money cents={centsFromUsd(data.multipliedAmountUsd)} className="font-semibold text-fg" />
          </>
        )}
      </p>
    </div>
  );
}
