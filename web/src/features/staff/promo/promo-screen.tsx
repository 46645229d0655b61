/** Promo codes: making one (it is shown once), letting a dear one begin, ending one, and what each has cost. */
import { useState } from 'react';
import { centsFromText, usd } from '@fairpot/contract/wire/money';
import { approvePromocode, createPromocode, endPromocode, listPromocodes } from '@fairpot/contract/promo/calls';
import type { Promocode } from '@fairpot/contract/promo/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { useMe } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { openAct } from '../kit/act.ts';
import { IdCell, MoneyCell, Nothing, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

const PAGE = 50;

const STATES: Readonly<Record<Promocode['state'], string>> = {
  WAITING: 'Waits for a second admin',
  OPEN: 'Open',
  USED_UP: 'Used up',
  EXPIRED: 'Expired',
  ENDED: 'Ended',
};

const COLUMNS: readonly DeskColumn<Promocode>[] = [
  { head: 'Made, UTC', cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
  { head: 'Code', cell: ({ ending }) => <IdCell id={`…${ending}`} /> },
  {
    head: 'Gives',
    cell: ({ amountUsd, item }) =>
      item === null ? <MoneyCell usd={amountUsd} /> : [item.name, item.itemName].filter(Boolean).join(' | '),
  },
  { head: 'Used', cell: ({ used, uses }) => `${used} of ${uses}` },
  { head: 'Costs in all', cell: ({ totalUsd }) => <MoneyCell usd={totalUsd} /> },
  { head: 'Until, UTC', cell: ({ expiresAt }) => (expiresAt === null ? <Nothing /> : <TimeCell at={expiresAt} />) },
  { head: 'State', cell: ({ state }) => STATES[state] },
  { head: 'Made by', cell: ({ createdBy }) => <PersonCell user={null} id={createdBy} /> },
  { head: 'Why', cell: ({ why, endedWhy }) => <TextCell text={endedWhy ?? why} /> },
  { head: 'Act', cell: (promo) => <Acts promo={promo} /> },
];

const reload = () => void refetchAll(listPromocodes);

function Acts({ promo: { id, ending, state, createdBy } }: { readonly promo: Promocode }) {
  const me = useMe();
  if (state !== 'OPEN' && state !== 'WAITING') return <Nothing />;
  const approve = () =>
    openAct({
      title: `Let the code …${ending} begin`,
      confirm: 'APPROVE',
      command: approvePromocode,
      input: { id },
      onDone: reload,
    });
  const end = () =>
    openAct({
      title: `End the code …${ending}`,
      text: 'What it gave stays given.',
      confirm: 'END',
      danger: true,
      command: endPromocode,
      input: { id },
      onDone: reload,
    });
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'WAITING' && createdBy !== me && <Button onClick={approve}>Approve</Button>}
      <Button onClick={end}>End</Button>
    </div>
  );
}

export function PromoScreen() {
  return (
    <>
      <PageHead
        title="Promo codes"
        lead="What they give comes out of an account of its own. Nobody who is excluded gets any."
      />
      <div className="grid gap-4">
        <Create />
        <DeskTable
          label="Promo codes"
          query={listPromocodes}
          input={(before: string | null) => (before === null ? {} : { before })}
          rows={(codes) => codes}
          next={(codes) => (codes.length < PAGE ? null : (codes.at(-1)?.id ?? null))}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          empty="No code was made yet"
          emptyText="A code is told once, when it is made."
        />
      </div>
    </>
  );
}

/** An amount, how often, until when. A prize item is for demos and goes by the call alone. */
function Create() {
  const [amount, setAmount] = useState('');
  const [uses, setUses] = useState('');
  const [until, setUntil] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const create = () => {
    const sum = centsFromText(amount);
    const count = uses.trim() === '' ? undefined : Number(uses);
    const expiresAt = Date.parse(until);
    if (sum === null || sum === 0) return setProblem('A sum in dollars');
    if (count !== undefined && !(Number.isInteger(count) && count > 0)) return setProblem('How often: a whole number');
    return openAct({
      title: 'Make a promo code',
      text: 'It is shown once, right after this. Above 500.00$ in all it waits for a second admin.',
      confirm: 'MAKE',
      command: createPromocode,
      input: {
        amountUsd: usd(sum),
        ...(count !== undefined && { uses: count }),
        ...(!Number.isNaN(expiresAt) && { expiresAt }),
      },
      onDone: ({ code, waiting }) => {
        reload();
        const waits = waiting ? '\n\nIt waits for a second admin.' : '';
        openModal('message', { title: 'The new code', text: `${code}${waits}` });
      },
    });
  };
  return (
    <Panel title="New code">
      <div className="grid items-end gap-3 @min-[560px]:grid-cols-2 @min-[900px]:grid-cols-4">
        <TextField
          label="Gives, in dollars"
          inputMode="decimal"
          value={amount}
          error={problem}
          onChange={(event) => {
            setAmount(event.target.value);
            setProblem(null);
          }}
        />
        <TextField
          label="Uses (as many as it may cost)"
          inputMode="numeric"
          value={uses}
          onChange={(event) => setUses(event.target.value)}
        />
        <TextField label="Until (UTC)" type="date" value={until} onChange={(event) => setUntil(event.target.value)} />
        <Button variant="primary" onClick={create}>
          Make a code
        </Button>
      </div>
    </Panel>
  );
}
