/** House personas: who they are, what they won and lost, and speaking as one with the HOUSE badge. */
import { useState } from 'react';
import { chatPersonas } from '@fairpot/contract/chat/calls';
import { listPersonas, makePersona } from '@fairpot/contract/operations/calls';
import type { Persona } from '@fairpot/contract/operations/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useMay } from '../../../platform/page/session.ts';
import { chatShadow } from '../../../platform/page/voice.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { openAct } from '../kit/act.ts';
import { MoneyCell, PersonCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

export function PersonasScreen() {
  const makes = useMay('admin');
  return (
    <>
      <PageHead
        title="House personas"
        lead={
          'Bots of the house, which say so wherever they show. ' +
          'What is written through one carries the HOUSE badge, and its real author stands in the audit log.'
        }
      />
      <div className="grid gap-6">
        {makes && <Make />}
        <DeskTable
          label="Personas"
          query={listPersonas}
          input={() => ({})}
          rows={({ personas }) => personas}
          next={() => null}
          rowKey={({ user }) => user.id}
          columns={COLUMNS}
          empty="There is no persona yet"
        />
      </div>
    </>
  );
}

const COLUMNS: readonly DeskColumn<Persona>[] = [
  { head: 'Persona', cell: ({ user }) => <PersonCell user={user} /> },
  { head: 'Balance', number: true, cell: ({ balanceUsd }) => <MoneyCell usd={balanceUsd} /> },
  { head: 'Rounds', number: true, cell: ({ played }) => played },
  { head: 'Staked', number: true, cell: ({ stakedUsd }) => <MoneyCell usd={stakedUsd} /> },
  { head: 'Won', number: true, cell: ({ wonUsd }) => <MoneyCell usd={wonUsd} /> },
  { head: 'Result', number: true, cell: ({ resultUsd }) => <MoneyCell usd={resultUsd} signed /> },
  {
    head: 'Chat',
    cell: ({ user }) => (
      <Button aria-label={`Chat as ${user.name}`} onClick={() => chatShadow(user)}>
        Chat as
      </Button>
    ),
  },
];

function Make() {
  const [name, setName] = useState('');
  const make = () =>
    openAct({
      title: `Make the persona ${name.trim()}`,
      text: 'It begins with nothing on its balance, and nobody can sign in as it.',
      confirm: 'MAKE',
      command: makePersona,
      input: { name: name.trim() },
      onDone: () => {
        setName('');
        void Promise.all([refetchAll(listPersonas), refetchAll(chatPersonas)]);
      },
    });
  return (
    <Panel title="A new one">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim().length >= 3) make();
        }}
      >
        <TextField
          label="Name"
          className="min-w-0 flex-1"
          value={name}
          maxLength={32}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="primary" disabled={name.trim().length < 3}>
          Make
        </Button>
      </form>
    </Panel>
  );
}
