/** House personas: their results, and chatting as one with the HOUSE badge. */
import { useState } from 'react';
import { chatPersonas } from '@fairpot/contract/chat/calls';
import { listPersonas, makePersona } from '@fairpot/contract/operations/calls';
import type { Persona } from '@fairpot/contract/operations/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useMay } from '../../../platform/page/session.ts';
import { chatShadow } from '../../../platform/page/voice.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { openAct } from '../kit/act.ts';
import { MoneyCell, PersonCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { texts } from './texts.ts';

export function PersonasScreen() {
  const canCreate = useMay('admin');
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="grid gap-6">
        {canCreate && <CreatePersona />}
        <DeskTable
          label={texts.list}
          query={listPersonas}
          rows={({ personas }) => personas}
          rowKey={({ user }) => user.id}
          columns={COLUMNS}
          empty={texts.empty}
        />
      </div>
    </>
  );
}

const COLUMNS: readonly DeskColumn<Persona>[] = [
  { head: texts.persona, cell: ({ user }) => <PersonCell user={user} /> },
  { head: texts.balance, number: true, cell: ({ balanceUsd }) => <MoneyCell usd={balanceUsd} /> },
  { head: texts.rounds, number: true, cell: ({ played }) => played },
  { head: texts.staked, number: true, cell: ({ stakedUsd }) => <MoneyCell usd={stakedUsd} /> },
  { head: texts.won, number: true, cell: ({ wonUsd }) => <MoneyCell usd={wonUsd} /> },
  { head: texts.result, number: true, cell: ({ resultUsd }) => <MoneyCell usd={resultUsd} signed /> },
  {
    head: texts.chat,
    cell: ({ user }) => (
      <Button aria-label={texts.chatAsOne(user.name)} onClick={() => chatShadow(user)}>
        {texts.chatAs}
      </Button>
    ),
  },
];

function CreatePersona() {
  const [name, setName] = useState('');
  const create = () =>
    openAct({
      title: texts.createTitle(name.trim()),
      text: texts.createText,
      confirm: texts.createConfirm,
      command: makePersona,
      input: { name: name.trim() },
      onDone: () => {
        setName('');
        void Promise.all([refetchAll(listPersonas), refetchAll(chatPersonas)]);
      },
    });
  return (
    <Panel title={texts.newPersona}>
      <Form
        className="flex flex-wrap items-end gap-3"
        onSubmit={() => {
          if (name.trim().length >= 3) create();
        }}
      >
        <TextField
          label={texts.name}
          className="min-w-0 flex-1"
          value={name}
          maxLength={32}
          autoComplete="off"
          onChange={setName}
        />
        <Button type="submit" variant="primary" disabled={name.trim().length < 3}>
          {texts.create}
        </Button>
      </Form>
    </Panel>
  );
}
