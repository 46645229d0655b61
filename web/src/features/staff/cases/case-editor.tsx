/** The editor of a case: face, price, drops with weights, and what they return, computed as it is typed. */
import { useState } from 'react';
import { CASE_MOST_ITEMS, listCases, publishCase } from '@fairpot/contract/casebattle/cases/calls';
import { formatUsd, usd } from '@fairpot/contract/wire/money';
import { forgetAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatExactPercent } from '../../../ui/values/percent.ts';
import { openAct } from '../kit/act.ts';
import { AddDrop } from './add-drop.tsx';
import { figuresOf, returnProblem, weightOf, type CaseDraft, type DraftDrop, type Figures } from './draft.ts';

export interface CaseEditorProps {
  readonly start: CaseDraft;
  readonly onClose: () => void;
}

export function CaseEditor({ start, onClose }: CaseEditorProps) {
  const [draft, setDraft] = useState(start);
  const set = (part: Partial<CaseDraft>) => setDraft((old) => ({ ...old, ...part }));
  const setDrop = (at: number, part: Partial<DraftDrop>) =>
    set({ drops: draft.drops.map((drop, n) => (n === at ? { ...drop, ...part } : drop)) });
  const figures = figuresOf(draft);
  const isNew = start.version === 0;
  const problem = problemOf(draft, figures);
  const publish = () => {
    if (problem !== null || 'problem' in figures) return;
    const { caseId, name, colorHex, drops, version } = draft;
    openAct({
      title: isNew ? `Publish ${name}` : `Publish version ${version + 1} of ${name}`,
      text:
        `It returns ${formatExactPercent(figures.returnBps)} of ${formatUsd(figures.priceCents)} on average, ` +
        'at the prices of the moment. It is announced in the public log; ' +
        'open battles keep the version that they were opened with.',
      confirm: 'PUBLISH',
      command: publishCase,
      input: {
        caseId,
        name: name.trim(),
        colorHex,
        priceUsd: usd(figures.priceCents),
        items: drops.map((drop) => ({ itemId: drop.itemId, weight: weightOf(drop) ?? 0 })),
        version,
      },
      onDone: () => {
        // A row of before would open the editor at the version before.
        void forgetAll(listCases);
        onClose();
      },
    });
  };
  return (
    <>
      <PageHead
        title={isNew ? 'New case' : `Change ${start.name}`}
        actions={<Button onClick={onClose}>Back to the list</Button>}
      />
      <div className="grid items-start gap-4 @min-[900px]:grid-cols-[2fr_1fr]">
        <div className="grid gap-4">
          <Panel title="Face and price">
            <div className="grid gap-4 @min-[560px]:grid-cols-2">
              <TextField
                label="Id"
                hint="Lower-case letters, digits and hyphens; for good"
                value={draft.caseId}
                disabled={!isNew}
                onChange={(event) => set({ caseId: event.target.value })}
              />
              <TextField
                label="Name"
                value={draft.name}
                maxLength={40}
                onChange={(event) => set({ name: event.target.value })}
              />
              <TextField
                label="Price, $"
                inputMode="decimal"
                value={draft.price}
                onChange={(event) => set({ price: event.target.value })}
              />
              <TextField
                label="Tint"
                type="color"
                value={draft.colorHex}
                onChange={(event) => set({ colorHex: event.target.value })}
              />
            </div>
          </Panel>
          <Panel title="Drops" flush>
            <DropRows
              draft={draft}
              figures={figures}
              onWeight={(at, weight) => setDrop(at, { weight })}
              onRemove={(at) => set({ drops: draft.drops.toSpliced(at, 1) })}
            />
            {draft.drops.length < CASE_MOST_ITEMS && (
              <AddDrop
                taken={draft.drops.map(({ itemId }) => itemId)}
                onAdd={(drop) => set({ drops: [...draft.drops, drop] })}
              />
            )}
          </Panel>
        </div>
        <Preview figures={figures} problem={problem} onPublish={publish} />
      </div>
    </>
  );
}

const CASE_ID = /^[a-z0-9][a-z0-9-]{0,39}$/;

function problemOf(draft: CaseDraft, figures: ReturnType<typeof figuresOf>): string | null {
  if (!CASE_ID.test(draft.caseId)) return 'The id has lower-case letters, digits and hyphens';
  if (draft.name.trim().length < 3) return 'The name has at least 3 characters';
  return 'problem' in figures ? figures.problem : returnProblem(figures.returnBps);
}

interface DropRowsProps {
  readonly draft: CaseDraft;
  readonly figures: ReturnType<typeof figuresOf>;
  readonly onWeight: (at: number, weight: string) => void;
  readonly onRemove: (at: number) => void;
}

function DropRows({ draft, figures, onWeight, onRemove }: DropRowsProps) {
  if (draft.drops.length === 0)
    return <p className="p-4 text-sm text-fg-2">Nothing drops yet: search for items below.</p>;
  return (
    <table className="desk-table" aria-label="Drops">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="desk-number">
            Worth
          </th>
          <th scope="col">Weight</th>
          <th scope="col" className="desk-number">
            Chance
          </th>
          <th scope="col">Out</th>
        </tr>
      </thead>
      <tbody>
        {draft.drops.map((drop, at) => (
          <tr key={drop.itemId}>
            <td data-head="Item">{drop.name}</td>
            <td data-head="Worth" className="desk-number">
              {formatUsd(drop.cents)}
            </td>
            <td data-head="Weight">
              <TextField
                label={`Weight of ${drop.name}`}
                className="w-32 [&_label]:sr-only"
                inputMode="numeric"
                value={drop.weight}
                error={weightOf(drop) === null ? 'A whole number' : null}
                onChange={(event) => onWeight(at, event.target.value)}
              />
            </td>
            <td data-head="Chance" className="desk-number">
              {'problem' in figures ? '–' : figures.chances[at]}
            </td>
            <td data-head="Out">
              <Button variant="quiet" aria-label={`Take out ${drop.name}`} onClick={() => onRemove(at)}>
                Take out
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PreviewProps {
  readonly figures: Figures | { readonly problem: string };
  readonly problem: string | null;
  readonly onPublish: () => void;
}

function Preview({ figures, problem, onPublish }: PreviewProps) {
  const known = 'problem' in figures ? null : figures;
  return (
    <Panel title="Expected return" aria-label="Expected return" className="@min-[900px]:sticky @min-[900px]:top-4">
      <div className="grid gap-3">
        <p className={cx('text-2xl font-black tabular-nums', problem !== null && 'text-warn')} data-return>
          {known === null ? '–' : formatExactPercent(known.returnBps)}
        </p>
        {known !== null && (
          <p className="text-sm text-fg-2">
            of {formatUsd(known.priceCents)}, over {known.total} tickets. Computed in this browser by the fairness
            library; the server computes it again at the prices of the moment.
          </p>
        )}
        <p role="status" className="text-sm font-semibold text-warn empty:hidden">
          {problem}
        </p>
        <Button variant="primary" size="lg" disabled={problem !== null} onClick={onPublish}>
          Publish
        </Button>
      </div>
    </Panel>
  );
}
