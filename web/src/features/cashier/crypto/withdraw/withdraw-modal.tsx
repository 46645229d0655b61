/** The Crypto withdraw window: coin, rate, address, sum, what is available, what arrives, and the rule that can stop it. */
import { Coins, Info } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/listed';
import { COINS, type Coin } from '@fairpot/contract/crypto/calls';
import { calculateCryptoWithdrawal, createCryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/calls';
import type { CoinTerms } from '@fairpot/contract/crypto/withdrawals/schemas';
import { centsFromText, centsFromUsd, formatUsd, usd } from '@fairpot/contract/wire/money';
import { Loaded, SAFE } from '../../../../games-kit/page-parts.tsx';
import { messages } from '../../../../messages.ts';
import { ask, textOfError, type ApiRefusal } from '../../../../platform/calls/api.ts';
import { useSend } from '../../../../platform/calls/use-call.ts';
import { openModal } from '../../../../platform/page/modal.ts';
import { TOAST_MS, toastError } from '../../../../platform/page/toasts.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { TextField } from '../../../../ui/controls/fields.tsx';
import { EmptyState, Skeleton } from '../../../../ui/states/states.tsx';
import { Money } from '../../../../ui/values/money.tsx';
import { formatPercent } from '../../../../ui/values/percent.ts';
import { CoinChoice } from '../coins.tsx';
import '../modals.ts';
import { rateText } from '../sums.ts';
import { Term, TermList } from '../terms.tsx';
import { useCalculation, type Calculation } from '../use-calculation.ts';
import { AddressBook } from './address-book.tsx';
import { refetchWithdrawals, useWithdrawTerms } from './use-withdrawals.ts';
import { QUOTE_HOLDS, requoteText } from './withdrawal-words.ts';
import { isInRange, problemOf, type Problem, type WithdrawTerms } from './withdraw-rules.ts';

export function WithdrawModal() {
  return (
    <Loaded answer={useWithdrawTerms()} loading={<Skeleton className="h-[520px]" />} reassurance={SAFE.balance}>
      {(terms) => (terms.coins.length === 0 ? <NothingOffered /> : <Form terms={terms} />)}
    </Loaded>
  );
}

function NothingOffered() {
  return (
    <EmptyState icon={<Coins aria-hidden size={32} strokeWidth={1.5} />} title="No coin can be sent right now">
      Your balance is untouched. Items can be taken out meanwhile.
    </EmptyState>
  );
}

function Form({ terms }: { readonly terms: WithdrawTerms }) {
  const [chosen, setChosen] = useState<Coin | null>(null);
  const [address, setAddress] = useState('');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const coin = terms.coins.find(({ coinName }) => coinName === chosen) ?? terms.coins[0];
  const sum = centsFromText(text);
  const asked = coin !== undefined && isInRange(sum, coin) ? sum : null;
  const calculation = useCalculation(
    calculateCryptoWithdrawal.name,
    (question, options) => ask(calculateCryptoWithdrawal, question, options),
    coin?.coinName ?? null,
    asked,
  );
  const sending = useSend(createCryptoWithdrawal, {
    onAccepted: ({ id }) => {
      refetchWithdrawals();
      openModal('crypto.withdrawal', { withdrawalId: id });
    },
    onRefused,
  });
  if (coin === undefined) return null;
  const { refusal } = sending;
  const aboutAddress = refusal?.code?.startsWith('CRYPTO_ADDRESS') === true ? refusal.text : null;
  const edit = (change: () => void) => {
    change();
    setProblem(null);
    sending.reset();
  };
  const withdraw = () => {
    const found = problemOf(sum, coin, terms);
    setProblem(found);
    if (found !== null) return toastError(found.text, { durationMs: found.rule ? TOAST_MS.long : TOAST_MS.default });
    const { data, error } = calculation;
    // What arrives has to be on the screen before it is agreed to. Why it is not stands there already when it cannot be known.
    if (sum === null || data === undefined) return setProblem(error === null ? NOT_KNOWN : null);
    return void sending.run({
      coinName: coin.coinName,
      address,
      amountUsd: usd(sum),
      atLeastCoin: data.amountCoin,
    });
  };
  return (
    <div className="@container grid gap-4">
      <Rule terms={terms} />
      <CoinChoice
        legend="Coin"
        offered={terms.coins.map(({ coinName }) => coinName)}
        value={coin.coinName}
        onChange={(next) =>
          edit(() => {
            setChosen(next);
            // An address of another network is none for this coin.
            if (COINS[next].network !== COINS[coin.coinName].network) setAddress('');
          })
        }
        note={(name) => noteOf(terms.coins.find(({ coinName }) => coinName === name)?.rateUsd ?? null)}
      />
      <Cost coin={coin} terms={terms} />
      <AddressBook
        coin={coin.coinName}
        value={address}
        onChange={(next) => edit(() => setAddress(next))}
        error={aboutAddress}
      />
      <TextField
        label="Sum in dollars"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={text}
        onChange={(event) => edit(() => setText(event.target.value))}
        hint={
          <>
            Available balance <Money cents={centsFromUsd(terms.availableUsd)} className="font-semibold text-fg" />
          </>
        }
      />
      <Receive coin={coin.coinName} calculation={calculation} terms={terms} />
      {/* Above the button: below it, it would lie under the edge of a window that is as high as the screen. */}
      <p role="status" className="text-sm font-semibold text-bad empty:hidden">
        {problem !== null ? [problem.text, problem.more].filter((part) => part !== '').join('. ') : null}
        {problem === null && aboutAddress === null ? refusal?.text : null}
      </p>
      <Button
        variant="primary"
        size="lg"
        busy={sending.phase === 'sent'}
        disabled={text.trim() === '' || address === ''}
        onClick={withdraw}
      >
        {messages.crypto.withdraw}
      </Button>
    </div>
  );
}

const NOT_KNOWN: Problem = { text: 'What you will receive is being calculated. Press again', more: '', rule: false };

function onRefused(refusal: ApiRefusal): boolean {
  // Rate, balance or terms are others than the page knew.
  refetchWithdrawals();
  if (refusal.code !== 'WITHDRAW_LEVEL') return false;
  toastError(messages.say.needLevel10, { durationMs: TOAST_MS.long });
  return true;
}

function noteOf(rate: number | null): string {
  return rate === null ? 'No rate right now' : rateText(rate);
}

/** What can stop a payout, and what can be had all the same: before any money moves (rulings 1.6). */
function Rule({ terms }: { readonly terms: WithdrawTerms }) {
  if (terms.level >= terms.levelNeeded) return null;
  return (
    <div className="flex gap-2 rounded-md border border-warn p-3 text-sm">
      <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
      <div>
        <p>{messages.say.needLevel10}.</p>
        <p className="text-fg-2">
          You are at Level {terms.level}. What you deposited and did not stake can be taken back:{' '}
          <Money cents={centsFromUsd(terms.refundableUsd)} className="font-semibold text-fg" /> now.
        </p>
      </div>
    </div>
  );
}

/** Rate, spread, fee and limits, before a sum is typed. */
function Cost({ coin, terms }: { readonly coin: CoinTerms; readonly terms: WithdrawTerms }) {
  const { coinName, rateUsd: rate, feeUsd, minUsd, maxUsd } = coin;
  return (
    <TermList>
      <Term name="Rate">{rate === null ? 'not known right now' : `1 ${coinName} = ${rateText(rate)}`}</Term>
      <Term name="Spread">{terms.spreadBps === 0 ? 'none' : `${formatPercent(terms.spreadBps)}, in the rate`}</Term>
      <Term name="Rate holds">
        {QUOTE_HOLDS}; later it is quoted anew, within {formatPercent(terms.requoteBps)}
      </Term>
      <Term name="Network fee">
        <Money cents={centsFromUsd(feeUsd)} />, off the sum
      </Term>
      <Term name="Limits">
        {formatUsd(centsFromUsd(minUsd))} to {formatUsd(centsFromUsd(maxUsd))}
      </Term>
      <Term name="Signed by two of the staff">above {formatUsd(centsFromUsd(terms.reviewUsd))}</Term>
    </TermList>
  );
}

interface ReceiveProps {
  readonly coin: Coin;
  readonly calculation: Calculation<OutputOf<typeof calculateCryptoWithdrawal>>;
  readonly terms: WithdrawTerms;
}

function Receive({ coin, calculation: { data, error }, terms }: ReceiveProps) {
  return (
    <div className="grid gap-1">
      <p className="text-sm font-semibold">{messages.crypto.willReceive}</p>
      <p role="status" className="min-h-8 text-xl font-black tabular-nums wrap-anywhere">
        {data ? (
          `${data.amountCoin} ${coin}`
        ) : error && !data ? (
          <span className="text-sm font-semibold text-bad">{textOfError(error)}</span>
        ) : (
          <span className="text-fg-3">—</span>
        )}
      </p>
      {data && <p className="text-sm text-fg-2">{requoteText({ ...data, coinName: coin })}</p>}
      <p className="min-h-5 text-sm text-fg-2">
        {data?.review === true &&
          `Above ${formatUsd(centsFromUsd(terms.reviewUsd))}: two of the staff look at it first, ` +
            'and you see how far they are.'}
      </p>
    </div>
  );
}
