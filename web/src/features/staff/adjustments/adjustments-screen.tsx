/** Balance adjustments: asking for one, and the decision of somebody else. */
import { useState } from 'react';
import {
  approveAdjustment,
  askAdjustment,
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
import { TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { openAct } from '../kit/act.ts';
import { MoneyCell, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

const refetch = () => void refetchAll(listAdjustments);

export function AdjustmentsScreen() {
  return (
    <>
      <PageHead
        title="Adjustments"
        lead={
          'For mistakes of the site. One of the staff asks, another one says yes; ' +
          'the player finds it among their movements. Nobody’s own account, no staff’s, no persona’s.'
        }
      />
      <div className="grid gap-6">
        <Ask />
        <DeskTable
          label="Adjustments"
          query={listAdjustments}
          input={(before: string | null) => (before === null ? {} : { before })}
          rows={({ adjustments }) => adjustments}
          next={({ next }) => next}
          rowKey={({ id, state }) => `${id} ${state}`}
          columns={COLUMNS}
          empty="Nothing was adjusted yet"
        />
      </div>
    </>
  );
}

const WAYS = [
  { value: 'on', label: 'Onto the balance' },
  { value: 'off', label: 'Off the balance' },
] as const;

function Ask() {
  const [userId, setUserId] = useState('');
  const [amount, setAmount] = useState('');
  const [way, setWay] = useState<'on' | 'off'>('on');
  const most = useAsk(listAdjustments, {}).data;
  const sum = centsFromText(amount);
  const ready = sum !== null && sum > 0 && userId.trim() !== '';
  const ask = () => {
    if (!ready) return;
    const amountUsd = usd(way === 'on' ? sum : cents(0 - sum));
    openAct({
      title: `${way === 'on' ? 'Give' : 'Take'} ${formatUsd(sum)}`,
      text: 'Nothing moves until another one of the staff says yes. The player reads the reason.',
      confirm: 'ASK FOR IT',
      command: askAdjustment,
      input: { userId: userId.trim(), amountUsd },
      onDone: () => {
        setAmount('');
        refetch();
      },
    });
  };
  return (
    <Panel title="Ask for one">
      <form
        className="grid gap-4 @min-[720px]:grid-cols-[2fr_1fr_2fr_auto] @min-[720px]:items-end"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <TextField
          label="Player (id)"
          value={userId}
          placeholder="ply_…"
          autoComplete="off"
          onChange={(event) => setUserId(event.target.value)}
        />
        <TextField
          label="Sum, $"
          inputMode="decimal"
          value={amount}
          autoComplete="off"
          onChange={(event) => setAmount(event.target.value)}
        />
        <Choice legend="Which way" options={WAYS} value={way} onChange={setWay} />
        <Button type="submit" variant="primary" disabled={!ready}>
          Ask
        </Button>
      </form>
      {most && (
        <p className="mt-3 text-sm text-fg-2">
          At most {formatUsd(centsFromUsd(most.mostUsd))} at once; of {formatUsd(centsFromUsd(most.dayUsd))} a day{' '}
          {formatUsd(centsFromUsd(most.dayLeftUsd))} are left today (UTC).
        </p>
      )}
    </Panel>
  );
}

function decide(row: Adjustment, yes: boolean): void {
  const sum = centsFromUsd(row.amountUsd);
  const what = `${formatUsd(cents(Math.abs(sum)))} ${sum < 0 ? 'off' : 'onto'} the balance of ${row.user.name}`;
  openAct({
    title: yes ? `Say yes: ${what}` : `Say no: ${what}`,
    text: yes
      ? `Asked for by ${row.askedBy.name}: ${row.why}. The money moves when you confirm.`
      : 'Nothing moves, and it is over.',
    confirm: yes ? 'SAY YES' : 'SAY NO',
    danger: !yes,
    command: yes ? approveAdjustment : refuseAdjustment,
    input: { id: row.id },
    onDone: refetch,
  });
}

const STATES = { ASKED: 'Waits', DONE: 'Done', REFUSED: 'Refused' } as const;

function Decision({ row }: { readonly row: Adjustment }) {
  const own = useMe() === row.askedBy.id;
  if (row.state !== 'ASKED')
    return (
      <div className="grid gap-1">
        <span className={row.state === 'DONE' ? 'font-bold text-ok' : 'font-bold text-fg-2'}>{STATES[row.state]}</span>
        <PersonCell user={row.decidedBy} />
        <TimeCell at={row.decidedAt} />
        <span>{row.decidedWhy}</span>
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {own ? (
        <span className="self-center text-sm text-fg-2">Another person has to say yes</span>
      ) : (
        <Button variant="primary" onClick={() => decide(row, true)}>
          Say yes
        </Button>
      )}
      <Button onClick={() => decide(row, false)}>{own ? 'Take back' : 'Say no'}</Button>
    </div>
  );
}

const COLUMNS: readonly DeskColumn<Adjustment>[] = [
  { head: 'Asked, UTC', cell: ({ askedAt }) => <TimeCell at={askedAt} /> },
  { head: 'Player', cell: ({ user }) => <PersonCell user={user} /> },
  { head: 'Sum', number: true, cell: ({ amountUsd }) => <MoneyCell usd={amountUsd} signed /> },
  { head: 'Why', cell: ({ why }) => <TextCell text={why} /> },
  { head: 'Asked by', cell: ({ askedBy }) => <PersonCell user={askedBy} /> },
  { head: 'Decision', cell: (row) => <Decision row={row} /> },
];
