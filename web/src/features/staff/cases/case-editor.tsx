/** The case editor: name, price and weighted drops, with the expected return computed while typing. */
import { useState } from 'react';
import { CASE_MAX_ITEMS, listCases, publishCase } from '@fairpot/contract/casebattle/cases/calls';
import { formatUsd, usd } from '@fairpot/contract/wire/money';
import { forgetAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatExactPercent } from '../../../ui/values/percent.ts';
import { openAct } from '../kit/act.ts';
import { DeskRows, type DeskColumn } from '../kit/desk-table.tsx';
import { AddDrop } from './add-drop.tsx';
import { figuresOf, returnProblem, weightOf, type CaseDraft, type DraftDrop, type CaseFigures } from './draft.ts';
import { texts } from './texts.ts';

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
      title: isNew ? texts.publishTitle(name) : texts.publishVersion(name, version + 1),
      text: texts.publishText(formatExactPercent(figures.returnBps), formatUsd(figures.priceCents)),
      confirm: texts.publishConfirm,
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
        // A stale row would open the editor at the previous version.
        void forgetAll(listCases);
        onClose();
      },
    });
  };
  return (
    <>
      <PageHead
        title={isNew ? texts.newCase : texts.editOne(start.name)}
        actions={<Button onClick={onClose}>{texts.back}</Button>}
      />
      <div className="grid items-start gap-4 @min-[900px]:grid-cols-[2fr_1fr]">
        <div className="grid gap-4">
          <Panel title={texts.details}>
            <div className="grid gap-4 @min-[560px]:grid-cols-2">
              <TextField
                label={texts.id}
                hint={texts.idHint}
                value={draft.caseId}
                disabled={!isNew}
                onChange={(value) => set({ caseId: value })}
              />
              <TextField
                label={texts.name}
                value={draft.name}
                maxLength={40}
                onChange={(value) => set({ name: value })}
              />
              <TextField
                label={texts.priceUsd}
                inputMode="decimal"
                value={draft.price}
                onChange={(value) => set({ price: value })}
              />
              <TextField
                label={texts.color}
                type="color"
                value={draft.colorHex}
                onChange={(value) => set({ colorHex: value })}
              />
            </div>
          </Panel>
          <Panel title={texts.drops} flush>
            <DropRows
              draft={draft}
              figures={figures}
              onWeight={(at, weight) => setDrop(at, { weight })}
              onRemove={(at) => set({ drops: draft.drops.toSpliced(at, 1) })}
            />
            {draft.drops.length < CASE_MAX_ITEMS && (
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
  if (!CASE_ID.test(draft.caseId)) return texts.problems.id;
  if (draft.name.trim().length < 3) return texts.problems.name;
  return 'problem' in figures ? figures.problem : returnProblem(figures.returnBps);
}

interface DropRowsProps {
  readonly draft: CaseDraft;
  readonly figures: ReturnType<typeof figuresOf>;
  readonly onWeight: (at: number, weight: string) => void;
  readonly onRemove: (at: number) => void;
}

function DropRows({ draft, figures, onWeight, onRemove }: DropRowsProps) {
  if (draft.drops.length === 0) return <p className="p-4 text-sm text-fg-2">{texts.noDrops}</p>;
  const rows = draft.drops.map((drop, at) => ({ ...drop, at }));
  const columns: readonly DeskColumn<(typeof rows)[number]>[] = [
    { head: texts.item, cell: ({ name }) => name },
    { head: texts.value, number: true, cell: ({ cents }) => formatUsd(cents) },
    {
      head: texts.weight,
      cell: (drop) => (
        <TextField
          label={texts.weightOf(drop.name)}
          className="w-32 [&_label]:sr-only"
          inputMode="numeric"
          value={drop.weight}
          error={weightOf(drop) === null ? texts.problems.oneWeight : null}
          onChange={(value) => onWeight(drop.at, value)}
        />
      ),
    },
    { head: texts.chance, number: true, cell: ({ at }) => ('problem' in figures ? '–' : figures.chances[at]) },
    {
      head: texts.remove,
      cell: ({ name, at }) => (
        <Button variant="quiet" aria-label={texts.removeOne(name)} onClick={() => onRemove(at)}>
          {texts.remove}
        </Button>
      ),
    },
  ];
  return <DeskRows label={texts.drops} rows={rows} rowKey={({ itemId }) => itemId} columns={columns} />;
}

interface CasePreviewProps {
  readonly figures: CaseFigures | { readonly problem: string };
  readonly problem: string | null;
  readonly onPublish: () => void;
}

function Preview({ figures, problem, onPublish }: CasePreviewProps) {
  const known = 'problem' in figures ? null : figures;
  return (
    <Panel
      title={texts.expectedReturn}
      aria-label={texts.expectedReturn}
      className="@min-[900px]:sticky @min-[900px]:top-4"
    >
      <div className="grid gap-3">
        <p className={cx('text-2xl font-black tabular-nums', problem !== null && 'text-warn')} data-return>
          {known === null ? '–' : formatExactPercent(known.returnBps)}
        </p>
        {known !== null && (
          <p className="text-sm text-fg-2">{texts.returnText(formatUsd(known.priceCents), known.total)}</p>
        )}
        <p role="status" className="text-sm font-semibold text-warn empty:hidden">
          {problem}
        </p>
        <Button variant="primary" size="lg" disabled={problem !== null} onClick={onPublish}>
          {texts.publish}
        </Button>
      </div>
    </Panel>
  );
}
