/** Settings with meaning, bounds, value and a field to change each; below, the history of changes. */
import { useState } from 'react';
import { changeSiteSetting, listSettingChanges, listSiteSettings } from '@fairpot/contract/operations/calls';
import type { SettingChange, SiteSetting } from '@fairpot/contract/operations/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Form, SearchField, Select, TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { openAct } from '../kit/act.ts';
import { IdCell, PersonCell, TextCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { boundsText, draftOf, valueOfDraft, valueText } from './setting-value.ts';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

export function SettingsScreen() {
  const [search, setSearch] = useState('');
  const query = search.toLowerCase().trim();
  const found = ({ key, says }: SiteSetting) => `${key} ${says}`.toLowerCase().includes(query);
  const units = new Map(useAsk(listSiteSettings, {}).data?.settings.map(({ key, unit }) => [key, unit]));
  return (
    <>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        actions={<SearchField label={texts.search} value={search} onChange={setSearch} />}
      />
      <div className="grid gap-6">
        <DeskTable
          label={texts.list}
          query={listSiteSettings}
          rows={({ settings }) => settings.filter(found)}
          rowKey={({ key, version }) => `${key} ${version}`}
          columns={COLUMNS}
          empty={texts.empty}
        />
        <DeskTable
          label={texts.changes}
          query={listSettingChanges}
          rows={({ changes }) => changes}
          columns={changeColumns(units)}
          empty={texts.noChanges}
        />
      </div>
    </>
  );
}

const COLUMNS: readonly DeskColumn<SiteSetting>[] = [
  {
    head: texts.setting,
    cell: ({ key, says }) => (
      <div className="grid max-w-[48ch] gap-0.5">
        <span>{says}</span>
        <IdCell id={key} />
      </div>
    ),
  },
  {
    head: kitTexts.heads.value,
    number: true,
    cell: ({ unit, value, standard }) => (
      <div className="grid gap-0.5">
        <strong className={unit === 'text' ? 'block w-56 text-left' : 'whitespace-nowrap'}>
          {valueText(unit, value)}
        </strong>
        {value !== standard && unit !== 'text' && (
          <span className="text-xs text-fg-2">{texts.default(valueText(unit, standard))}</span>
        )}
      </div>
    ),
  },
  { head: texts.changed, cell: ({ changedAt }) => <TimeCell at={changedAt} /> },
  { head: texts.newValue, cell: (setting) => <Change setting={setting} /> },
];

/** The field, and the window that asks for the reason. It sends the version on the screen, so a newer value is never overwritten. */
function Change({ setting }: { readonly setting: SiteSetting }) {
  const { key, unit, value, version, choices, announced } = setting;
  const [draft, setDraft] = useState(draftOf(setting));
  const next = valueOfDraft(setting, draft);
  const bounds = boundsText(setting);
  const confirm = () => {
    if (next === null) return;
    openAct({
      title: texts.changeTitle(key),
      text: texts.changeText(valueText(unit, value), valueText(unit, next)) + (announced ? texts.announced : ''),
      confirm: texts.changeConfirm,
      command: changeSiteSetting,
      input: { key, value: next, version },
      onDone: () => void Promise.all([refetchAll(listSiteSettings), refetchAll(listSettingChanges)]),
    });
  };
  const options =
    typeof value === 'boolean' ? SWITCH : choices.map((each) => ({ value: String(each), label: String(each) }));
  return (
    <Form className="flex max-w-full items-start gap-2" onSubmit={confirm}>
      {options.length > 0 ? (
        <Select label={texts.newValueOf(key)} value={draft} options={options} onChange={setDraft} />
      ) : (
        <TextField
          label={texts.newValueOf(key)}
          className="w-40 min-w-0 [&_input]:w-full [&_input]:min-w-0 [&_label]:sr-only"
          inputMode={unit === 'text' ? 'text' : 'decimal'}
          value={draft}
          error={next === null ? texts.invalid : null}
          hint={bounds ?? undefined}
          onChange={setDraft}
        />
      )}
      <Button type="submit" className="shrink-0" disabled={next === null || next === value}>
        {texts.change}
      </Button>
    </Form>
  );
}

const SWITCH = [
  { value: 'true', label: texts.on },
  { value: 'false', label: texts.off },
];

function changeColumns(units: ReadonlyMap<string, SiteSetting['unit']>): readonly DeskColumn<SettingChange>[] {
  const textOf = ({ key }: SettingChange, value: SiteSetting['value']) => valueText(units.get(key) ?? 'number', value);
  return [
    { head: kitTexts.heads.time, cell: ({ at }) => <TimeCell at={at} /> },
    { head: kitTexts.heads.staff, cell: ({ by }) => <PersonCell user={by} /> },
    { head: texts.setting, cell: ({ key }) => <IdCell id={key} /> },
    { head: texts.from, number: true, cell: (row) => textOf(row, row.before) },
    { head: texts.to, number: true, cell: (row) => <strong>{textOf(row, row.after)}</strong> },
    { head: kitTexts.heads.reason, cell: ({ why }) => <TextCell text={why} /> },
  ];
}
