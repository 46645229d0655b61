/** Promo codes: creating one (shown once), approving an expensive one, ending one, and their costs. */
import { useState } from 'react';
import { centsFromText, usd } from '@fairpot/contract/wire/money';
import { approvePromocode, createPromocode, endPromocode, listPromocodes } from '@fairpot/contract/promo/calls';
import type { Promocode } from '@fairpot/contract/promo/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { openModal } from '../../../platform/page/modal.ts';
import { useMe } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField, useField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { openAct } from '../kit/act.ts';
import { IdCell, MoneyCell, Nothing, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const PAGE = 50;

const COLUMNS: readonly DeskColumn<Promocode>[] = [
  { head: texts.created, cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
  { head: texts.code, cell: ({ ending }) => <IdCell id={`…${ending}`} /> },
  {
    head: texts.reward,
    cell: ({ amountUsd, item }) =>
      item === null ? <MoneyCell usd={amountUsd} /> : [item.name, item.itemName].filter(Boolean).join(' | '),
  },
  { head: texts.used, cell: ({ used, uses }) => texts.usedOf(used, uses) },
  { head: texts.totalCost, cell: ({ totalUsd }) => <MoneyCell usd={totalUsd} /> },
  { head: texts.expires, cell: ({ expiresAt }) => (expiresAt === null ? <Nothing /> : <TimeCell at={expiresAt} />) },
  { head: kitTexts.heads.status, cell: ({ state }) => texts.states[state] },
  { head: texts.createdBy, cell: ({ createdBy }) => <PersonCell user={null} id={createdBy} /> },
  { head: kitTexts.heads.reason, cell: ({ why, endedWhy }) => <TextCell text={endedWhy ?? why} /> },
  { head: texts.actions, cell: (promo) => <Acts promo={promo} /> },
];

const reload = () => void refetchAll(listPromocodes);

function Acts({ promo: { id, ending, state, createdBy } }: { readonly promo: Promocode }) {
  const me = useMe();
  if (state !== 'OPEN' && state !== 'WAITING') return <Nothing />;
  const approve = () =>
    openAct({
      title: texts.approveTitle(ending),
      confirm: texts.approveConfirm,
      command: approvePromocode,
      input: { id },
      onDone: reload,
    });
  const end = () =>
    openAct({
      title: texts.endTitle(ending),
      text: texts.endText,
      confirm: texts.endConfirm,
      danger: true,
      command: endPromocode,
      input: { id },
      onDone: reload,
    });
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'WAITING' && createdBy !== me && <Button onClick={approve}>{texts.approve}</Button>}
      <Button onClick={end}>{texts.end}</Button>
    </div>
  );
}

export function PromoScreen() {
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="grid gap-4">
        <Create />
        <DeskTable
          label={texts.list}
          query={listPromocodes}
          rows={(codes) => codes}
          next={(codes) => (codes.length < PAGE ? null : (codes.at(-1)?.id ?? null))}
          columns={COLUMNS}
          empty={texts.empty}
          emptyText={texts.emptyText}
        />
      </div>
    </>
  );
}

/** Amount, uses and expiry. A prize item is only for demos and only by API call. */
function Create() {
  const { text: amount, setProblem, field } = useField();
  const [uses, setUses] = useState('');
  const [until, setUntil] = useState('');
  const create = () => {
    const sum = centsFromText(amount);
    const count = uses.trim() === '' ? undefined : Number(uses);
    const expiresAt = Date.parse(until);
    if (sum === null || sum === 0) return setProblem(texts.needAmount);
    if (count !== undefined && !(Number.isInteger(count) && count > 0)) return setProblem(texts.needUses);
    return openAct({
      title: texts.createTitle,
      text: texts.createText,
      confirm: texts.createConfirm,
      command: createPromocode,
      input: {
        amountUsd: usd(sum),
        ...(count !== undefined && { uses: count }),
        ...(!Number.isNaN(expiresAt) && { expiresAt }),
      },
      onDone: ({ code, waiting }) => {
        reload();
        const approval = waiting ? `\n\n${texts.waits}` : '';
        openModal('message', { title: texts.yourCode, text: `${code}${approval}` });
      },
    });
  };
  return (
    <Panel title={texts.newCode}>
      <div className="grid items-end gap-3 @min-[560px]:grid-cols-2 @min-[900px]:grid-cols-4">
        <TextField label={texts.amount} inputMode="decimal" {...field} />
        <TextField label={texts.uses} inputMode="numeric" value={uses} onChange={setUses} />
        <TextField label={texts.expiry} type="date" value={until} onChange={setUntil} />
        <Button variant="primary" onClick={create}>
          {texts.create}
        </Button>
      </div>
    </Panel>
  );
}
