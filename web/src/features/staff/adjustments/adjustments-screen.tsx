/** Balance adjustments: requesting one, and the decision of another staff member. */
import { useState } from 'react';
import {
  approveAdjustment,
  proposeAdjustment,
  listAdjustments,
  refuseAdjustment,
} from '@fairpot/contract/operations/calls';
import type { Adjustment } from '@fairpot/contract/operations/schemas';
import { cents, centsFromText, centsFromUsd, formatUsd, usd } from '@fairpot/contract/wire/money';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { useMe } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Choice } from '../../../ui/controls/choice.tsx';
import { Form, TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { openAct } from '../kit/act.ts';
import { MoneyCell, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const refetch = () => void refetchAll(listAdjustments);

export function AdjustmentsScreen() {
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="grid gap-6">
        <RequestForm />
        <DeskTable
          label={texts.list}
          query={listAdjustments}
          rows={({ adjustments }) => adjustments}
          rowKey={({ id, state }) => `${id} ${state}`}
          columns={COLUMNS}
          empty={texts.empty}
        />
      </div>
    </>
  );
}

const WAYS = [
  { value: 'on', label: texts.add },
  { value: 'off', label: texts.deduct },
] as const;

function RequestForm() {
  const [userId, setUserId] = useState('');
  const [amount, setAmount] = useState('');
  const [way, setWay] = useState<'on' | 'off'>('on');
  const most = useAsk(listAdjustments, {}).data;
  const sum = centsFromText(amount);
  const ready = sum !== null && sum > 0 && userId.trim() !== '';
  const request = () => {
    if (!ready) return;
    const amountUsd = usd(way === 'on' ? sum : cents(0 - sum));
    openAct({
      title: way === 'on' ? texts.requestAdd(formatUsd(sum)) : texts.requestDeduct(formatUsd(sum)),
      text: texts.requestText,
      confirm: texts.requestConfirm,
      command: proposeAdjustment,
      input: { userId: userId.trim(), amountUsd },
      onDone: () => {
        setAmount('');
        refetch();
      },
    });
  };
  return (
    <Panel title={texts.newRequest}>
      <Form className="grid gap-4 @min-[720px]:grid-cols-[2fr_1fr_2fr_auto] @min-[720px]:items-end" onSubmit={request}>
        <TextField label={texts.playerId} value={userId} placeholder="ply_…" autoComplete="off" onChange={setUserId} />
        <TextField label={texts.amountUsd} inputMode="decimal" value={amount} autoComplete="off" onChange={setAmount} />
        <Choice legend={texts.direction} options={WAYS} value={way} onChange={setWay} />
        <Button type="submit" variant="primary" disabled={!ready}>
          {texts.request}
        </Button>
      </Form>
      {most && (
        <p className="mt-3 text-sm text-fg-2">
          {texts.most(
            formatUsd(centsFromUsd(most.mostUsd)),
            formatUsd(centsFromUsd(most.dayUsd)),
            formatUsd(centsFromUsd(most.dayLeftUsd)),
          )}
        </p>
      )}
    </Panel>
  );
}

function decide(row: Adjustment, yes: boolean): void {
  const sum = centsFromUsd(row.amountUsd);
  const what = (sum < 0 ? texts.deducted : texts.added)(formatUsd(cents(Math.abs(sum))), row.user.name);
  openAct({
    title: yes ? texts.approveTitle(what) : texts.rejectTitle(what),
    text: yes ? texts.approveText(row.askedBy.name, row.why) : texts.rejectText,
    confirm: yes ? texts.approveConfirm : texts.rejectConfirm,
    danger: !yes,
    command: yes ? approveAdjustment : refuseAdjustment,
    input: { id: row.id },
    onDone: refetch,
  });
}

function Decision({ row }: { readonly row: Adjustment }) {
  const own = useMe() === row.askedBy.id;
  if (row.state !== 'ASKED')
    return (
      <div className="grid gap-1">
        <span className={row.state === 'DONE' ? 'font-bold text-ok' : 'font-bold text-fg-2'}>
          {texts.states[row.state]}
        </span>
        <PersonCell user={row.decidedBy} />
        <TimeCell at={row.decidedAt} />
        <span>{row.decidedWhy}</span>
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {own ? (
        <span className="self-center text-sm text-fg-2">{texts.needsOther}</span>
      ) : (
        <Button variant="primary" onClick={() => decide(row, true)}>
          {texts.approve}
        </Button>
      )}
      <Button onClick={() => decide(row, false)}>{own ? texts.withdraw : texts.reject}</Button>
    </div>
  );
}

const COLUMNS: readonly DeskColumn<Adjustment>[] = [
  { head: texts.requested, cell: ({ askedAt }) => <TimeCell at={askedAt} /> },
  { head: kitTexts.heads.player, cell: ({ user }) => <PersonCell user={user} /> },
  { head: texts.amount, number: true, cell: ({ amountUsd }) => <MoneyCell usd={amountUsd} signed /> },
  { head: kitTexts.heads.reason, cell: ({ why }) => <TextCell text={why} /> },
  { head: texts.requestedBy, cell: ({ askedBy }) => <PersonCell user={askedBy} /> },
  { head: kitTexts.heads.decision, cell: (row) => <Decision row={row} /> },
];
