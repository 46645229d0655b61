/** The audit log: who did what to whom, when and why; filtered by each of these. */
import { useState } from 'react';
import { listStaffActs } from '@fairpot/contract/staff/calls';
import type { StaffActView } from '@fairpot/contract/staff/schemas';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Select, TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { IdCell, Nothing, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

const COLUMNS: readonly DeskColumn<StaffActView>[] = [
  { head: kitTexts.heads.time, cell: ({ at }) => <TimeCell at={at} /> },
  { head: kitTexts.heads.staff, cell: ({ actor, actorId }) => <PersonCell user={actor} id={actorId} /> },
  { head: texts.action, cell: ({ act }) => <code className="font-mono text-xs">{act}</code> },
  { head: kitTexts.heads.player, cell: ({ player, playerId }) => <PersonCell user={player} id={playerId} /> },
  { head: texts.details, cell: (row) => <About {...row} /> },
  {
    head: kitTexts.heads.reason,
    cell: ({ why }) => <TextCell text={why} />,
  },
];

function About({ subject, details }: StaffActView) {
  const entries = Object.entries(details);
  if (subject === null && entries.length === 0) return <Nothing />;
  return (
    <div className="grid gap-1">
      {subject !== null && <IdCell id={subject} />}
      {entries.map(([name, value]) => (
        <span key={name} className="text-xs">
          <span className="text-fg-3">{name} </span>
          {String(value)}
        </span>
      ))}
    </div>
  );
}

interface AuditFilter {
  readonly actor: string;
  readonly player: string;
  readonly act: string;
  readonly from: string;
  readonly to: string;
}

const ALL: AuditFilter = { actor: '', player: '', act: '', from: '', to: '' };
const DAY_MS = 86_400_000;

export function AuditScreen() {
  const [filter, setFilter] = useState(ALL);
  const known = useAsk(listStaffActs, {}).data?.known ?? [];
  const set = (name: keyof AuditFilter) => (value: string) => setFilter((old) => ({ ...old, [name]: value }));
  const given = (name: keyof AuditFilter) => (filter[name].trim() === '' ? {} : { [name]: filter[name].trim() });
  const from = Date.parse(filter.from);
  const to = Date.parse(filter.to);
  const search = {
    ...given('actor'),
    ...given('player'),
    ...given('act'),
    ...(Number.isNaN(from) ? {} : { from }),
    ...(Number.isNaN(to) ? {} : { to: to + DAY_MS }),
  };
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="mb-4 grid gap-3 @min-[560px]:grid-cols-2 @min-[720px]:grid-cols-3 @min-[1000px]:grid-cols-5">
        <TextField label={texts.staffId} value={filter.actor} onChange={set('actor')} />
        <TextField label={texts.playerId} value={filter.player} onChange={set('player')} />
        <div className="grid gap-1.5">
          <span aria-hidden className="text-sm font-semibold">
            {texts.action}
          </span>
          <Select
            label={texts.action}
            value={filter.act}
            options={[{ value: '', label: texts.all }, ...known.map((value) => ({ value, label: value }))]}
            onChange={set('act')}
          />
        </div>
        <TextField label={texts.from} type="date" value={filter.from} onChange={set('from')} />
        <TextField label={texts.to} type="date" value={filter.to} onChange={set('to')} />
      </div>
      <DeskTable
        label={texts.list}
        query={listStaffActs}
        filter={search}
        rows={({ acts }) => acts}
        columns={COLUMNS}
        empty={texts.empty}
        emptyText={texts.emptyText}
      />
    </>
  );
}
