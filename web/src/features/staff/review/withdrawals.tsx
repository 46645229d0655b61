/**
 * Withdrawals that need two reviewers. A reviewer signs the payout text outside this site, with a key that only they have, and enters key
 * and signature here. The signer checks both again before it sends anything.
 */
import { useState } from 'react';
import {
  approveCryptoWithdrawal,
  listReviewedWithdrawals,
  payoutText,
  rejectCryptoWithdrawal,
} from '@fairpot/contract/crypto/withdrawals/calls';
import type { WithdrawalReview } from '@fairpot/contract/crypto/withdrawals/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { useMe } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { Form, TextField } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { EmptyState, NoAnswer } from '../../../ui/states/states.tsx';
import { openAct } from '../kit/act.ts';
import { useAutoRefetch } from '../kit/auto-refetch.ts';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const refetch = () => void refetchAll(listReviewedWithdrawals);

export function Withdrawals() {
  useAutoRefetch(listReviewedWithdrawals);
  const { data, error, refetch: again } = useAsk(listReviewedWithdrawals, {});
  if (!data) return <NoAnswer error={error} refetch={again} className="h-72" />;
  if (data.withdrawals.length === 0)
    return (
      <Panel>
        <EmptyState title={texts.withdrawals.empty}>{texts.withdrawals.emptyText}</EmptyState>
      </Panel>
    );
  return (
    <ul aria-label={texts.withdrawals.list} className="grid gap-4">
      {data.withdrawals.map((each) => (
        <li key={each.id}>
          <WithdrawalCard of={each} />
        </li>
      ))}
    </ul>
  );
}

function WithdrawalCard({ of: row }: { readonly of: WithdrawalReview }) {
  const me = useMe();
  const mine = row.user.id === me;
  const signed = row.acts.some(({ staff, act }) => staff.id === me && act === 'APPROVED');
  const reject = () =>
    openAct({
      title: texts.withdrawals.rejectTitle(formatUsd(centsFromUsd(row.amountUsd)), row.user.name),
      text: texts.withdrawals.rejectText,
      confirm: texts.withdrawals.rejectConfirm,
      danger: true,
      command: rejectCryptoWithdrawal,
      input: { withdrawalId: row.id },
      onDone: refetch,
    });
  return (
    <Panel
      title={texts.withdrawals.title(formatUsd(centsFromUsd(row.amountUsd)), `${row.amountCoin} ${row.coinName}`)}
      actions={
        <span className="text-sm font-semibold text-fg-2">
          {texts.withdrawals.signatures(row.approvals, row.approvalsNeeded)}
        </span>
      }
    >
      <div className="grid gap-5 @min-[900px]:grid-cols-2">
        <div className="grid content-start gap-4">
          <dl className="grid grid-cols-[minmax(96px,30%)_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
            <Line name={kitTexts.heads.player}>
              <PersonCell user={row.user} />
            </Line>
            <Line name={texts.withdrawals.withdrawal}>
              <IdCell id={row.id} />
            </Line>
            <Line name={texts.withdrawals.requested}>
              <TimeCell at={row.createdAt} />
            </Line>
            <Line name={texts.withdrawals.address}>
              <IdCell id={row.address} />
            </Line>
            <Line name={kitTexts.heads.network}>{row.networkName}</Line>
            <Line name={texts.withdrawals.coins}>
              {texts.withdrawals.coinsText(row.leastCoin, row.mostCoin, row.coinName)}
            </Line>
            <Line name={texts.withdrawals.units}>
              <IdCell id={row.units} />
            </Line>
            <Line name={texts.withdrawals.fee}>{formatUsd(centsFromUsd(row.feeUsd))}</Line>
          </dl>
          <Checks of={row} />
          {row.acts.length > 0 && (
            <ul aria-label={texts.withdrawals.signatureList} className="grid gap-2 text-sm">
              {row.acts.map(({ staff, act, at, why }) => (
                <li key={`${staff.id} ${act}`} className="flex flex-wrap items-center gap-3">
                  <PersonCell user={staff} />
                  <span className="font-semibold">
                    {act === 'APPROVED' ? texts.withdrawals.signed : texts.withdrawals.rejected(why)}
                  </span>
                  <TimeCell at={at} />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="grid content-start gap-4">
          {mine && <p className="text-sm font-semibold text-warn">{texts.withdrawals.own}</p>}
          {signed && <p className="text-sm text-fg-2">{texts.withdrawals.youSigned}</p>}
          {!mine && !signed && <Sign of={row} />}
          {!mine && (
            <Button variant="danger" className="justify-self-start" onClick={reject}>
              {texts.withdrawals.reject}
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

/** The automatic checks, each with a mark and its text. */
function Checks({ of: { checks, createdAt } }: { readonly of: WithdrawalReview }) {
  const dollars = (value: number) => formatUsd(centsFromUsd(value));
  const days = Math.floor((createdAt - checks.joinedAt) / DAY_MS);
  const lines: readonly { readonly text: string; readonly bad: boolean }[] = [
    { text: texts.withdrawals.level(checks.level, checks.levelNeeded), bad: checks.level < checks.levelNeeded },
    { text: texts.withdrawals.refundable(dollars(checks.refundableUsd)), bad: false },
    { text: texts.withdrawals.day(dollars(checks.dayUsd), dollars(checks.dayMostUsd)), bad: false },
    { text: texts.withdrawals.age(days), bad: days < 1 },
    { text: checks.frozen ? texts.withdrawals.frozen : texts.withdrawals.notFrozen, bad: checks.frozen },
    {
      text: checks.incidents === 0 ? texts.withdrawals.noIncident : texts.withdrawals.incidents(checks.incidents),
      bad: checks.incidents > 0,
    },
  ];
  return (
    <ul aria-label={texts.withdrawals.checks} className="grid gap-1.5 rounded-md bg-ink-3 p-3 text-sm">
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

function Sign({ of: row }: { readonly of: WithdrawalReview }) {
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
      toastSuccess(status === 'APPROVED' ? texts.withdrawals.doneBoth : texts.withdrawals.doneFirst);
      refetch();
    },
    onRefused: ({ code }) => {
      // Another reviewer has decided it: the refetch removes it from the list.
      const over = code === 'REVIEW_OVER';
      if (over) refetch();
      return !over;
    },
  });
  const ready = KEY.test(key.trim()) && SIGNATURE.test(signature.trim());
  return (
    <Form
      className="grid gap-3"
      onSubmit={() => {
        if (ready) void sending.run({ withdrawalId: row.id, key: key.trim(), signature: signature.trim() });
      }}
    >
      <div className="grid gap-1.5">
        <span className="text-sm font-semibold">{texts.withdrawals.signText}</span>
        <CopyText text={text} label={texts.withdrawals.textToSign} shown={`fairpot payout v1 … ${row.id.slice(-6)}`} />
      </div>
      <TextField
        label={texts.withdrawals.key}
        hint={texts.withdrawals.keyHint}
        value={key}
        autoComplete="off"
        spellCheck={false}
        onChange={setKey}
      />
      <TextField
        label={texts.withdrawals.signature}
        hint={texts.withdrawals.signatureHint}
        value={signature}
        autoComplete="off"
        spellCheck={false}
        onChange={setSignature}
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
        {texts.withdrawals.sign}
      </Button>
    </Form>
  );
}
