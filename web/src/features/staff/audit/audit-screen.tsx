/** The audit log: who did what to whom, when and why; searched by each of them. */
import { useState } from 'react';
import { listStaffActs } from '@fairpot/contract/staff/calls';
import type { StaffActView } from '@fairpot/contract/staff/schemas';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Select, TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { IdCell, Nothing, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';

const COLUMNS: readonly DeskColumn<StaffActView>[] = [
  { head: 'Time, UTC', cell: ({ at }) => <TimeCell at={at} /> },
  { head: 'Who', cell: ({ actor, actorId }) => <PersonCell user={actor} id={actorId} /> },
  { head: 'Act', cell: ({ act }) => <code className="font-mono text-xs whitespace-nowrap">{act}</code> },
  { head: 'Player', cell: ({ player, playerId }) => <PersonCell user={player} id={playerId} /> },
  { head: 'About', cell: (row) => <About {...row} /> },
  {
    head: 'Why',
    cell: ({ why }) => <TextCell text={why} />,
  },
];

function About({ subject, details }: StaffActView) {
  const said = Object.entries(details);
  if (subject === null && said.length === 0) return <Nothing />;
  return (
    <div className="grid gap-1">
      {subject !== null && <IdCell id={subject} />}
      {said.map(([name, value]) => (
        <span key={name} className="text-xs">
          <span className="text-fg-3">{name} </span>
          {String(value)}
        </span>
      ))}
    </div>
  );
}

interface Wanted {
  readonly actor: string;
  readonly player: string;
  readonly act: string;
  readonly from: string;
  readonly to: string;
}

const ALL: Wanted = { actor: '', player: '', act: '', from: '', to: '' };
const DAY_MS = 86_400_000;

export function AuditScreen() {
  const [wanted, setWanted] = useState(ALL);
  const known = useAsk(listStaffActs, {}).data?.known ?? [];
  const set = (name: keyof Wanted) => (value: string) => setWanted((old) => ({ ...old, [name]: value }));
  const given = (name: keyof Wanted) => (wanted[name].trim() === '' ? {} : { [name]: wanted[name].trim() });
  const from = Date.parse(wanted.from);
  const to = Date.parse(wanted.to);
  const search = {
    ...given('actor'),
    ...given('player'),
    ...given('act'),
    ...(Number.isNaN(from) ? {} : { from }),
    ...(Number.isNaN(to) ? {} : { to: to + DAY_MS }),
  };
  return (
    <>
      <PageHead
        title="Audit log"
        lead="Every act of staff, written with the act itself. Nobody can change or delete a row."
      />
      <div className="mb-4 grid gap-3 @min-[560px]:grid-cols-2 @min-[720px]:grid-cols-3 @min-[1000px]:grid-cols-5">
        <TextField label="Who (id)" value={wanted.actor} onChange={(e) => set('actor')(e.target.value)} />
        <TextField label="Player (id)" value={wanted.player} onChange={(e) => set('player')(e.target.value)} />
        <div className="grid gap-1.5">
          <span aria-hidden className="text-sm font-semibold">
            Act
          </span>
          <Select
            label="Act"
            value={wanted.act}
            options={[{ value: '', label: 'All' }, ...known.map((value) => ({ value, label: value }))]}
            onChange={set('act')}
          />
        </div>
        <TextField label="From (UTC)" type="date" value={wanted.from} onChange={(e) => set('from')(e.target.value)} />
        <TextField label="To (UTC)" type="date" value={wanted.to} onChange={(e) => set('to')(e.target.value)} />
      </div>
      <DeskTable
        label="Acts"
        query={listStaffActs}
        input={(before: string | null) => (before === null ? search : { ...search, before })}
        rows={({ acts }) => acts}
        next={({ next }) => next}
        rowKey={({ id }) => id}
        columns={COLUMNS}
        empty="No act found"
        emptyText="What staff do to a player or to the site appears here."
      />
    </>
  );
}
