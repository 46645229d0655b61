/** The half of the deposit page that takes coins: which, how much, where to, what it costs, and I PAID. */
import { Bitcoin } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/listed';
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
import { holdText, lockText, TAKES } from './deposit-words.ts';
import '../modals.ts';
import { PayTo } from './pay-to.tsx';
import { DEFAULT_SUM, rateText } from '../sums.ts';
import { Term, TermList } from '../terms.tsx';
import { useCalculation, type Calculation } from '../use-calculation.ts';
import { refetchDeposits, useRates, useWallets } from './use-deposits.ts';

type CryptoRates = OutputOf<typeof listCryptoRates>[number];

/** Both parts of the half: a new deposit, and those that were made. */
export function DepositCoins() {
  return (
    <div className="grid gap-4">
      <Panel
        aria-label="Coins"
        title={
          <span className="flex items-center gap-2">
            <Bitcoin aria-hidden size={18} /> Coins
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
    <EmptyState icon={<Bitcoin aria-hidden size={32} strokeWidth={1.5} />} title="No coin is taken right now">
      Send nothing: there is no address for it. What you sent before is still credited when it arrives.
    </EmptyState>
  );
}

/** A sum in cents, or the text that says why it is none. */
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
  /** The sum as it is typed. */
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
    (question, options) => ask(calculateCrypto, question, options),
    coin,
    typed,
  );
  const [tooLow, setTooLow] = useState(false);
  const { data: check } = useAddressCheck({ coin, address: wallet.wallet, signature: wallet.signature });
  const refused = check?.say === 'refused';
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
            legend="Coin"
            offered={wallets.map(({ coinName }) => coinName)}
            value={coin}
            onChange={onChosen}
            note={(name) => noteOf(rates === undefined ? undefined : (ratesOf(name)?.amountUsd ?? null))}
          />
        </div>
        <div className="grid content-start gap-4">
          <Terms coin={coin} rates={terms} />
          <TextField
            label="Sum in dollars"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={text}
            onChange={(event) => {
              onTyped(event.target.value);
              setTooLow(false);
            }}
            error={tooLow ? messages.say.minSum : null}
            hint="At least $10.00. What arrives is credited, whatever the sum."
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
            {stop?.short ?? messages.crypto.paid}
          </Button>
          <p role="status" className="text-sm font-semibold text-bad empty:hidden">
            {paused ? messages.say.systemPaused : (stop?.text ?? sending.refusal?.text)}
          </p>
          <p className="text-xs text-fg-2">
            {terms !== undefined && `${lockText(terms)} `}It shows what the chain says of your payment. It proves
            nothing and takes nothing: only what the chain shows is credited.
          </p>
        </div>
      </div>
    </div>
  );
}

/** The spec has one text for a deposit that was not made; why stands below the button. A lost answer is no refusal. */
function onRefused(refusal: ApiRefusal): boolean {
  if (refusal.status === 0) return false;
  toastError(refusal.code === 'CRYPTO_MIN' ? messages.say.minSum : messages.say.tryDifferentNumber);
  return true;
}

function noteOf(rate: number | null | undefined): string {
  if (rate === undefined) return ' ';
  return rate === null ? 'No rate right now' : rateText(rate);
}

/** What it costs, before a sum is typed. */
function Terms({ coin, rates }: { readonly coin: Coin; readonly rates: CryptoRates | undefined }) {
  const rate = rates?.amountUsd;
  const shown = rate === undefined ? '' : rate === null ? 'not known right now' : `1 ${coin} = ${rateText(rate)}`;
  const spread = rates?.spreadBps ?? 0;
  const fee = rates?.networkFeeUsd ?? 0;
  return (
    <TermList>
      <Term name="Rate">{shown}</Term>
      <Term name="Spread">
        {spread === 0 ? 'none: credited at this rate' : `${formatPercent(spread)}, in the rate`}
      </Term>
      <Term name="Rate holds">{rates === undefined ? '' : holdText(rates)}</Term>
      <Term name="Network fee">{fee === 0 ? 'ours none' : formatUsd(centsFromUsd(fee))}; your wallet adds its own</Term>
      <Term name="Takes">{TAKES[coin]}</Term>
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
      <p className="text-sm font-semibold">You send</p>
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
            Credited <Money cents={centsFromUsd(data.multipliedAmountUsd)} className="font-semibold text-fg" />
          </>
        )}
      </p>
    </div>
  );
}
