/** Active cases with their stated return, and the editor that publishes a new version. */
import { useState } from 'react';
import { listCases, retireCase } from '@fairpot/contract/casebattle/cases/calls';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { formatExactPercent } from '../../../ui/values/percent.ts';
import { openAct } from '../kit/act.ts';
import { IdCell, MoneyCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { CaseEditor } from './case-editor.tsx';
import { draftOf, NEW_CASE, type CaseDraft } from './draft.ts';
import { texts } from './texts.ts';

export function CasesScreen() {
  const [draft, setDraft] = useState<CaseDraft | null>(null);
  if (draft !== null) return <CaseEditor start={draft} onClose={() => setDraft(null)} />;
  const columns: readonly DeskColumn<Case>[] = [
    {
      head: texts.case,
      cell: ({ id, name, version }) => (
        <div className="grid gap-0.5">
          <strong>{name}</strong>
          <IdCell id={`${id}@${version}`} />
        </div>
      ),
    },
    { head: texts.price, number: true, cell: ({ priceUsd }) => <MoneyCell usd={priceUsd} /> },
    { head: texts.return, number: true, cell: ({ returnBps }) => formatExactPercent(returnBps) },
    { head: texts.items, number: true, cell: ({ items }) => items.length },
    {
      head: texts.actions,
      cell: (one) => (
        <div className="flex flex-wrap gap-2">
          <Button aria-label={texts.editOne(one.name)} onClick={() => setDraft(draftOf(one))}>
            {texts.edit}
          </Button>
          <Button variant="danger" aria-label={texts.retireOne(one.name)} onClick={() => retire(one)}>
            {texts.retire}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        actions={
          <Button variant="primary" onClick={() => setDraft(NEW_CASE)}>
            {texts.newCase}
          </Button>
        }
      />
      <DeskTable label={texts.list} query={listCases} rows={(cases) => cases} columns={columns} empty={texts.empty} />
    </>
  );
}

function retire({ id, name }: Case): void {
  openAct({
    title: texts.retireOne(name),
    text: texts.retireText,
    confirm: texts.retireConfirm,
    danger: true,
    command: retireCase,
    input: { caseId: id },
    onDone: () => void refetchAll(listCases),
  });
}
