/** The Crypto withdraw window: coin, rate, address, sum, available balance, the amount that arrives, and the rule that can stop it. */
import { ArrowUp, Coins, Info } from 'lucide-react';
import { useRef, useState } from 'react';
import type { OutputOf } from '@fairpot/contract/registry/call-types';
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
import { rateText } from '../sums.ts';
import { Term, TermList } from '../terms.tsx';
import { useCalculation, type Calculation } from '../use-calculation.ts';
import { cryptoTexts, texts as shared } from '../texts.ts';
import { AddressBook } from './address-book.tsx';
import { texts as withdrawTexts } from './texts.ts';
import { refetchWithdrawals, useWithdrawTerms } from './use-withdrawals.ts';
import { QUOTE_HOLDS, requoteText } from './withdrawal-words.ts';
import { isInRange, problemOf, type WithdrawProblem, type WithdrawTerms } from './withdraw-rules.ts';

const texts = withdrawTexts.form;

export function WithdrawModal() {
  return (
    <Loaded answer={useWithdrawTerms()} loading={<Skeleton className="h-[520px]" />} reassurance={SAFE.balance}>
      {(terms) => (terms.coins.length === 0 ? <NothingOffered /> : <Form terms={terms} />)}
    </Loaded>
  );
}

function NothingOffered() {
  return (
    <EmptyState icon={<Coins aria-hidden size={32} strokeWidth={1.5} />} title={texts.unavailable}>
      {texts.unavailableText}
    </EmptyState>
  );
}

function Form({ terms }: { readonly terms: WithdrawTerms }) {
  const [chosen, setChosen] = useState<Coin | null>(null);
  const [address, setAddress] = useState('');
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<WithdrawProblem | null>(null);
  const coin = terms.coins.find(({ coinName }) => coinName === chosen) ?? terms.coins[0];
  const sum = centsFromText(text);
  const sumInRange = coin !== undefined && isInRange(sum, coin) ? sum : null;
  const calculation = useCalculation(
    calculateCryptoWithdrawal.name,
    (input, options) => ask(calculateCryptoWithdrawal, input, options),
    coin?.coinName ?? null,
    sumInRange,
  );
  const sending = useSend(createCryptoWithdrawal, {
    onAccepted: ({ id }) => {
      refetchWithdrawals();
      openModal('crypto.withdrawal', { withdrawalId: id });
    },
    onRefused,
  });
  const book = useRef<HTMLDivElement>(null);
  const sumField = useRef<HTMLInputElement>(null);
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
    // The player must see the amount before agreeing to it. If the calculation failed, its error is on the screen already.
    if (sum === null || data === undefined) return setProblem(error === null ? STILL_CALCULATING : null);
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
        legend={shared.coin}
        offered={terms.coins.map(({ coinName }) => coinName)}
        value={coin.coinName}
        onChange={(next) =>
          edit(() => {
            setChosen(next);
            // An address of another network does not fit this coin.
            if (COINS[next].network !== COINS[coin.coinName].network) setAddress('');
          })
        }
        note={(name) => noteOf(terms.coins.find(({ coinName }) => coinName === name)?.rateUsd ?? null)}
      />
      <Cost coin={coin} terms={terms} />
      <div ref={book}>
        <AddressBook
          coin={coin.coinName}
          value={address}
          onChange={(next) => edit(() => setAddress(next))}
          error={aboutAddress}
        />
      </div>
      <TextField
        ref={sumField}
        label={shared.sum}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={text}
        onChange={(value) => edit(() => setText(value))}
        hint={
          <>
            {texts.available} <Money cents={centsFromUsd(terms.availableUsd)} className="font-semibold text-fg" />
          </>
        }
      />
      <Receive coin={coin.coinName} calculation={calculation} terms={terms} />
      {/* Above the button: below it, it would be out of sight in a window as high as the screen. */}
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
        {cryptoTexts.withdraw}
      </Button>
      {address === '' ? (
        <Missing onClick={() => book.current?.querySelector<HTMLElement>('input:not(:disabled), button')?.focus()}>
          {texts.missing.address}
        </Missing>
      ) : (
        text.trim() === '' && <Missing onClick={() => sumField.current?.focus()}>{texts.missing.sum}</Missing>
      )}
    </div>
  );
}

/** Why the button is off; a press leads to what is missing. */
function Missing({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Button variant="quiet" icon={<ArrowUp aria-hidden size={16} />} onClick={onClick}>
      {children}
    </Button>
  );
}

const STILL_CALCULATING: WithdrawProblem = { text: texts.calculating, more: '', rule: false };

function onRefused(refusal: ApiRefusal): boolean {
  // Rate, balance or terms have changed since the page loaded them.
  refetchWithdrawals();
  if (refusal.code !== 'WITHDRAW_LEVEL') return false;
  toastError(messages.say.needLevel10, { durationMs: TOAST_MS.long });
  return true;
}

function noteOf(rate: number | null): string {
  return rate === null ? shared.noRate : rateText(rate);
}

/** The rule that can stop a payout, and what can still be withdrawn: shown before any money moves (rulings 1.6). */
function Rule({ terms }: { readonly terms: WithdrawTerms }) {
  if (terms.level >= terms.levelNeeded) return null;
  return (
    <div className="flex gap-2 rounded-md border border-warn p-3 text-sm">
      <Info aria-hidden size={16} className="mt-0.5 shrink-0 text-warn" />
      <div>
        <p>{messages.say.needLevel10}.</p>
        <p className="text-fg-2">
          {texts.level(terms.level)}{' '}
          <Money cents={centsFromUsd(terms.refundableUsd)} className="font-semibold text-fg" /> {texts.now}
        </p>
      </div>
    </div>
  );
}

/** Rate, spread, fee and limits, before a sum is typed. */
function Cost({ coin, terms }: { readonly coin: CoinTerms; readonly terms: WithdrawTerms }) {
  const { coinName, rateUsd: rate, feeUsd, minUsd, maxUsd } = coin;
  const { terms: names } = shared;
  return (
    <TermList>
      <Term name={names.rate}>{rate === null ? names.rateUnknown : names.rateValue(coinName, rateText(rate))}</Term>
      <Term name={names.spread}>
        {terms.spreadBps === 0 ? names.noSpread : names.spreadValue(formatPercent(terms.spreadBps))}
      </Term>
      <Term name={names.rateLock}>{texts.rateLock(QUOTE_HOLDS, formatPercent(terms.requoteBps))}</Term>
      <Term name={names.networkFee}>
        <Money cents={centsFromUsd(feeUsd)} />
        {texts.feeAfter}
      </Term>
      <Term name={texts.limits}>{texts.range(formatUsd(centsFromUsd(minUsd)), formatUsd(centsFromUsd(maxUsd)))}</Term>
      <Term name={texts.review}>{texts.above(formatUsd(centsFromUsd(terms.reviewUsd)))}</Term>
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
      <p className="text-sm font-semibold">{cryptoTexts.willReceive}</p>
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
        {data?.review === true && texts.reviewText(formatUsd(centsFromUsd(terms.reviewUsd)))}
      </p>
    </div>
  );
}
