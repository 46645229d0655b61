/** The search for a player: by the beginning of a name, by a SteamID in any form, by id. */
import { useState } from 'react';
import { searchUsers } from '@fairpot/contract/staff/users/calls';
import type { DeskUser } from '@fairpot/contract/staff/users/schemas';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField, Select, type Option } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

type By = 'name' | 'steamid' | 'id';

const KINDS: readonly Option<By>[] = [
  { value: 'name', label: 'Name' },
  { value: 'steamid', label: 'SteamID' },
  { value: 'id', label: 'Player id' },
];

const HINTS: Readonly<Record<By, string>> = {
  name: 'How the name begins',
  steamid: '7656119…, STEAM_0:1:… or [U:1:…]',
  id: 'ply_…',
};

const COLUMNS: readonly DeskColumn<DeskUser>[] = [
  { head: 'Player', cell: (user) => <PersonCell user={user} /> },
  { head: 'Role', cell: ({ status }) => status },
  { head: 'Level', cell: ({ level }) => level, number: true },
  { head: 'SteamID', cell: ({ steamid }) => <IdCell id={steamid} /> },
  { head: 'Since, UTC', cell: ({ createdAt }) => <TimeCell at={createdAt} /> },
];

export function UsersScreen() {
  const [by, setBy] = useState<By>('name');
  const [text, setText] = useState('');
  // A name is looked for while it is written, an id when it is whole.
  const [whole, setWhole] = useState('');
  const search = { by, text: by === 'name' ? text.trim() : whole };
  const choose = (next: By) => {
    setBy(next);
    setWhole('');
  };
  return (
    <>
      <PageHead title="Users" />
      <form
        role="search"
        className="mb-4 flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setWhole(text.trim());
        }}
      >
        <Select label="Search by" options={KINDS} value={by} onChange={choose} />
        <SearchField
          className="min-w-56 flex-1"
          label="Search users"
          placeholder={HINTS[by]}
          value={text}
          onChange={setText}
        />
        {by !== 'name' && <Button type="submit">SEARCH</Button>}
      </form>
      {by !== 'name' && search.text === '' ? (
        <p className="text-fg-2">Enter a whole {by === 'id' ? 'player id' : 'SteamID, in any of its forms'}.</p>
      ) : (
        <DeskTable
          label="Players"
          query={searchUsers}
          input={(after: string | null) => (after === null ? search : { ...search, after })}
          rows={({ users }) => users}
          next={({ next }) => next}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          empty="No player found"
        />
      )}
    </>
  );
}
