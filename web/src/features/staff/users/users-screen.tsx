/** Player search: by the start of a name, a SteamID in any format, or an id. */
import { useState } from 'react';
import { searchUsers } from '@fairpot/contract/staff/users/calls';
import type { DeskUser } from '@fairpot/contract/staff/users/schemas';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, type Option, SearchField, Select } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

type SearchKind = 'name' | 'steamid' | 'id';

const KINDS: readonly Option<SearchKind>[] = [
  { value: 'name', label: texts.kinds.name },
  { value: 'steamid', label: texts.kinds.steamid },
  { value: 'id', label: texts.kinds.id },
];

const COLUMNS: readonly DeskColumn<DeskUser>[] = [
  { head: kitTexts.heads.player, cell: (user) => <PersonCell user={user} /> },
  { head: texts.role, cell: ({ status }) => status },
  { head: texts.level, cell: ({ level }) => level, number: true },
  { head: texts.steamId, cell: ({ steamid }) => <IdCell id={steamid} /> },
  { head: texts.joined, cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
];

export function UsersScreen() {
  const [by, setBy] = useState<SearchKind>('name');
  const [text, setText] = useState('');
  // A name is searched while typing, an id once it is submitted.
  const [whole, setWhole] = useState('');
  const search = { by, text: by === 'name' ? text.trim() : whole };
  const choose = (next: SearchKind) => {
    setBy(next);
    setWhole('');
  };
  return (
    <>
      <PageHead title={texts.title} />
      <Form
        role="search"
        className="mb-4 flex flex-wrap gap-2"
        onSubmit={() => {
          setWhole(text.trim());
        }}
      >
        <Select label={texts.searchBy} options={KINDS} value={by} onChange={choose} />
        <SearchField
          className="min-w-56 flex-1"
          label={texts.search}
          placeholder={texts.hints[by]}
          value={text}
          onChange={setText}
        />
        {by !== 'name' && <Button type="submit">{texts.searchButton}</Button>}
      </Form>
      {by !== 'name' && search.text === '' ? (
        <p className="text-fg-2">{by === 'id' ? texts.enterId : texts.enterSteamId}</p>
      ) : (
        <DeskTable
          label={texts.players}
          query={searchUsers}
          filter={search}
          pageBy="after"
          rows={({ users }) => users}
          columns={COLUMNS}
          empty={texts.noPlayer}
        />
      )}
    </>
  );
}
