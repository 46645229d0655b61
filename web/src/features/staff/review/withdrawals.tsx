/**
 * Withdrawals that wait for two of the staff. A reviewer signs the text of the payout with a key that only they have, away from this
 * site, and brings key and signature here: the signer checks them again before it sends anything.
 */
import { useState } from 'react';
import {
  approveCryptoWithdrawal,
  listReviewedWithdrawals,
  payoutText,
  rejectCryptoWithdrawal,
} from '@fairpot/contract/crypto/withdrawals/calls';
import type { ReviewedWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { useMe } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { openAct } from '../kit/act.ts';
import { useFetchedAgain } from '../kit/fetched-again.ts';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';

const refetch = () => void refetchAll(listReviewedWithdrawals);

export function Withdrawals() {
  useFetchedAgain(listReviewedWithdrawals);
  const { data, error, refetch: again } = useAsk(listReviewedWithdrawals, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => void again()} />;
  if (!data) return <Skeleton className="h-72" />;
  if (data.withdrawals.length === 0)
    return (
      <Panel>
        <EmptyState title="No withdrawal waits">What is asked for above the review limit appears here.</EmptyState>
      </Panel>
    );
  return (
    <ul aria-label="Withdrawals that wait" className="grid gap-4">
      {data.withdrawals.map((each) => (
        <li key={each.id}>
          <Waiting of={each} />
        </li>
      ))}
    </ul>
  );
}

function Waiting({ of: row }: { readonly of: ReviewedWithdrawal }) {
  const me = useMe();
  const mine = row.user.id === me;
  const signed = row.acts.some(({ staff, act }) => staff.id === me && act === 'APPROVED');
  const reject = () =>
    openAct({
      title: `Refuse ${formatUsd(centsFromUsd(row.amountUsd))} of ${row.user.name}`,
      text: 'The money is back on the balance at once. The player reads the reason.',
      confirm: 'REFUSE',
      danger: true,
      command: rejectCryptoWithdrawal,
      input: { withdrawalId: row.id },
      onDone: refetch,
    });
  return (
    <Panel
      title={`${formatUsd(centsFromUsd(row.amountUsd))} as ${row.amountCoin} ${row.coinName}`}
      actions={
        <span className="text-sm font-semibold text-fg-2">
          {row.approvals} of {row.approvalsNeeded} signatures
        </span>
      }
    >
      <div className="grid gap-5 @min-[900px]:grid-cols-2">
        <div className="grid content-start gap-4">
          <dl className="grid grid-cols-[minmax(96px,30%)_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
            <Line name="Player">
              <PersonCell user={row.user} />
            </Line>
            <Line name="Withdrawal">
              <IdCell id={row.id} />
            </Line>
            <Line name="Asked, UTC">
              <TimeCell at={row.createdAt} />
            </Line>
            <Line name="Address">
              <IdCell id={row.address} />
            </Line>
            <Line name="Network">{row.networkName}</Line>
            <Line name="Coins">
              {row.leastCoin} to {row.mostCoin} {row.coinName}, at the rate of its signing
            </Line>
            <Line name="Base units, at most">
              <IdCell id={row.units} />
            </Line>
            <Line name="Network fee">{formatUsd(centsFromUsd(row.feeUsd))}</Line>
          </dl>
          <Checks of={row} />
          {row.acts.length > 0 && (
            <ul aria-label="Signatures" className="grid gap-2 text-sm">
              {row.acts.map(({ staff, act, at, why }) => (
                <li key={`${staff.id} ${act}`} className="flex flex-wrap items-center gap-3">
                  <PersonCell user={staff} />
                  <span className="font-semibold">{act === 'APPROVED' ? 'signed' : `refused: ${why}`}</span>
                  <TimeCell at={at} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="grid content-start gap-4">
          {mine && <p className="text-sm font-semibold text-warn">Nobody reviews a withdrawal of their own.</p>}
          {signed && <p className="text-sm text-fg-2">You have signed it. Another person with another key has to.</p>}
          {!mine && !signed && <Sign of={row} />}
          {!mine && (
            <Button variant="danger" className="justify-self-start" onClick={reject}>
              Refuse
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt className="text-fg-2">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const DAY_MS = 86_400_000;

/** What it was held against, each with its mark in words. */
function Checks({ of: { checks, createdAt } }: { readonly of: ReviewedWithdrawal }) {
  const dollars = (value: number) => formatUsd(centsFromUsd(value));
  const days = Math.floor((createdAt - checks.joinedAt) / DAY_MS);
  const lines: readonly { readonly text: string; readonly bad: boolean }[] = [
    { text: `Level ${checks.level} of ${checks.levelNeeded}`, bad: checks.level < checks.levelNeeded },
    { text: `${dollars(checks.refundableUsd)} deposited and not staked`, bad: false },
    { text: `${dollars(checks.dayUsd)} asked for in 24 hours, of ${dollars(checks.dayMostUsd)}`, bad: false },
    { text: `The account was ${days} days old`, bad: days < 1 },
    { text: checks.frozen ? 'The trades stand still' : 'No deposit was taken back', bad: checks.frozen },
    {
      text: checks.incidents === 0 ? 'No open incident' : `${checks.incidents} open incidents of this player`,
      bad: checks.incidents > 0,
    },
  ];
  return (
    <ul aria-label="Checked against" className="grid gap-1.5 rounded-md bg-ink-3 p-3 text-sm">
      {lines.map(({ text, bad }) => (
        <li key={text} className={cx('flex gap-2', bad && 'font-semibold text-warn')}>
          <span aria-hidden className="w-4 shrink-0 text-center">
            {bad ? '!' : '✓'}
          </span>
          {text}
        </li>
      ))}
    </ul>
  );
}

const KEY = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;

function Sign({ of: row }: { readonly of: ReviewedWithdrawal }) {
  const [key, setKey] = useState('');
  const [signature, setSignature] = useState('');
  const text = payoutText({
    id: row.id,
    network: row.network,
    coin: row.coinName,
    address: row.address,
    units: row.units,
  });
  const sending = useSend(approveCryptoWithdrawal, {
    onAccepted: ({ status }) => {
      toastSuccess(
        status === 'APPROVED' ? 'Signed by two: it goes out next' : 'Signed. Another person has to sign it too',
      );
      refetch();
    },
    onRefused: ({ code }) => {
      // Somebody else has decided it: it leaves the list, and what it says with it.
      const over = code === 'REVIEW_OVER';
      if (over) refetch();
      return !over;
    },
  });
  const ready = KEY.test(key.trim()) && SIGNATURE.test(signature.trim());
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) void sending.run({ withdrawalId: row.id, key: key.trim(), signature: signature.trim() });
      }}
    >
      <div className="grid gap-1.5">
        <span className="text-sm font-semibold">Text to sign with your key (Ed25519)</span>
        <CopyText text={text} label="text to sign" shown={`fairpot payout v1 … ${row.id.slice(-6)}`} />
      </div>
      <TextField
        label="Your public key"
        hint="64 hex digits"
        value={key}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setKey(event.target.value)}
      />
      <TextField
        label="Your signature"
        hint="128 hex digits"
        value={signature}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setSignature(event.target.value)}
      />
      {sending.refusal && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {sending.refusal.text}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        busy={sending.phase === 'sent'}
        disabled={!ready}
      >
        Sign
      </Button>
    </form>
  );
}
