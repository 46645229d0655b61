/** Cases: those on offer with their stated return, and the editor that publishes a new version. */
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

export function CasesScreen() {
  const [draft, setDraft] = useState<CaseDraft | null>(null);
  if (draft !== null) return <CaseEditor start={draft} onClose={() => setDraft(null)} />;
  const columns: readonly DeskColumn<Case>[] = [
    {
      head: 'Case',
      cell: ({ id, name, version }) => (
        <div className="grid gap-0.5">
          <strong>{name}</strong>
          <IdCell id={`${id}@${version}`} />
        </div>
      ),
    },
    { head: 'Price', number: true, cell: ({ priceUsd }) => <MoneyCell usd={priceUsd} /> },
    { head: 'Return', number: true, cell: ({ returnBps }) => formatExactPercent(returnBps) },
    { head: 'Items', number: true, cell: ({ items }) => items.length },
    {
      head: 'Change',
      cell: (one) => (
        <div className="flex flex-wrap gap-2">
          <Button aria-label={`Change ${one.name}`} onClick={() => setDraft(draftOf(one))}>
            Change
          </Button>
          <Button variant="danger" aria-label={`Retire ${one.name}`} onClick={() => retire(one)}>
            Retire
          </Button>
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHead
        title="Cases"
        lead={
          'A published table never changes. ' +
          'A change is a new version, a leaf of the public log, and holds for battles that are opened after it.'
        }
        actions={
          <Button variant="primary" onClick={() => setDraft(NEW_CASE)}>
            New case
          </Button>
        }
      />
      <DeskTable
        label="Cases on offer"
        query={listCases}
        input={() => ({})}
        rows={(cases) => cases}
        next={() => null}
        rowKey={({ id }) => id}
        columns={columns}
        empty="No case is on offer"
      />
    </>
  );
}

function retire({ id, name }: Case): void {
  openAct({
    title: `Retire ${name}`,
    text: 'No battle can be opened with it any more; battles that hold it go on. It is a leaf of the public log.',
    confirm: 'RETIRE',
    danger: true,
    command: retireCase,
    input: { caseId: id },
    onDone: () => void refetchAll(listCases),
  });
}
