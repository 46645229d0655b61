/** Settings: what each means, its bounds, its value, and the way to change it; below, who changed what and why. */
import { useState } from 'react';
import { changeSiteSetting, listSettingChanges, listSiteSettings } from '@fairpot/contract/operations/calls';
import type { SettingChange, SiteSetting } from '@fairpot/contract/operations/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField, Select, TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { openAct } from '../kit/act.ts';
import { IdCell, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { boundsText, draftOf, valueOfDraft, valueText } from './setting-value.ts';

export function SettingsScreen() {
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().trim();
  const found = ({ key, says }: SiteSetting) => `${key} ${says}`.toLowerCase().includes(words);
  const units = new Map(useAsk(listSiteSettings, {}).data?.settings.map(({ key, unit }) => [key, unit]));
  return (
    <>
      <PageHead
        title="Settings"
        lead={
          'A change holds for what begins after it. ' +
          'A fee rate is a leaf of the public log, and a round keeps the rate that it was opened with.'
        }
        actions={<SearchField label="Search settings" value={search} onChange={setSearch} />}
      />
      <div className="grid gap-6">
        <DeskTable
          label="Settings"
          query={listSiteSettings}
          input={() => ({})}
          rows={({ settings }) => settings.filter(found)}
          next={() => null}
          rowKey={({ key, version }) => `${key} ${version}`}
          columns={COLUMNS}
          empty="No setting has these words"
        />
        <DeskTable
          label="Changes"
          query={listSettingChanges}
          input={(before: number | null) => (before === null ? {} : { before })}
          rows={({ changes }) => changes}
          next={({ next }) => next}
          rowKey={({ id }) => id}
          columns={changeColumns(units)}
          empty="Nothing was changed yet"
        />
      </div>
    </>
  );
}

const COLUMNS: readonly DeskColumn<SiteSetting>[] = [
  {
    head: 'Setting',
    cell: ({ key, says }) => (
      <div className="grid max-w-[48ch] gap-0.5">
        <span>{says}</span>
        <IdCell id={key} />
      </div>
    ),
  },
  {
    head: 'Value',
    number: true,
    cell: ({ unit, value, standard }) => (
      <div className="grid gap-0.5">
        <strong className="whitespace-nowrap">{valueText(unit, value)}</strong>
        {value !== standard && <span className="text-xs text-fg-2">standard {valueText(unit, standard)}</span>}
      </div>
    ),
  },
  { head: 'Changed, UTC', cell: ({ changedAt }) => <TimeCell at={changedAt} /> },
  { head: 'New value', cell: (setting) => <Change setting={setting} /> },
];

/** The field, and the window that asks why. It sends the version that is on the screen: a newer one is never written over. */
function Change({ setting }: { readonly setting: SiteSetting }) {
  const { key, unit, value, version, choices, announced } = setting;
  const [draft, setDraft] = useState(draftOf(setting));
  const next = valueOfDraft(setting, draft);
  const bounds = boundsText(setting);
  const confirm = () => {
    if (next === null) return;
    openAct({
      title: `Change ${key}`,
      text:
        `From ${valueText(unit, value)} to ${valueText(unit, next)}.` +
        (announced ? ' It is announced in the public log, and holds for rounds that are opened from now on.' : ''),
      confirm: 'CHANGE',
      command: changeSiteSetting,
      input: { key, value: next, version },
      onDone: () => void Promise.all([refetchAll(listSiteSettings), refetchAll(listSettingChanges)]),
    });
  };
  const options =
    typeof value === 'boolean' ? SWITCH : choices.map((each) => ({ value: String(each), label: String(each) }));
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        confirm();
      }}
    >
      {options.length > 0 ? (
        <Select label={`New value of ${key}`} value={draft} options={options} onChange={setDraft} />
      ) : (
        <TextField
          label={`New value of ${key}`}
          className="w-40 min-w-0 [&_input]:w-full [&_input]:min-w-0 [&_label]:sr-only"
          inputMode="decimal"
          value={draft}
          error={next === null ? 'Not a value of it' : null}
          hint={bounds ?? undefined}
          onChange={(event) => setDraft(event.target.value)}
        />
      )}
      <Button type="submit" className="shrink-0" disabled={next === null || next === value}>
        Change
      </Button>
    </form>
  );
}

const SWITCH = [
  { value: 'true', label: 'On' },
  { value: 'false', label: 'Off' },
];

function changeColumns(units: ReadonlyMap<string, SiteSetting['unit']>): readonly DeskColumn<SettingChange>[] {
  const said = ({ key }: SettingChange, value: SiteSetting['value']) => valueText(units.get(key) ?? 'number', value);
  return [
    { head: 'Time, UTC', cell: ({ at }) => <TimeCell at={at} /> },
    { head: 'Who', cell: ({ by }) => <PersonCell user={by} /> },
    { head: 'Setting', cell: ({ key }) => <IdCell id={key} /> },
    { head: 'From', number: true, cell: (row) => said(row, row.before) },
    { head: 'To', number: true, cell: (row) => <strong>{said(row, row.after)}</strong> },
    { head: 'Why', cell: ({ why }) => <TextCell text={why} /> },
  ];
}
