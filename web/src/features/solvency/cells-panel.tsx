/** What this site and other cells owe each other for players who moved between them, as the statement in the log says. */
import { cents, formatUsd } from '@fairpot/contract/wire/money';
import type { SolvencyStatementBody } from '@fairpot/fairness/solvency/statement';
import { Panel } from '../../ui/layout/panel.tsx';
import { texts as solvencyTexts } from './texts.ts';

const texts = solvencyTexts.cells;

export function CellsPanel({ cells = [] }: { readonly cells: SolvencyStatementBody['cells'] }) {
  if (cells.length === 0) return null;
  return (
    <Panel title={texts.title}>
      <div className="grid gap-4">
        <p className="max-w-[72ch] text-sm text-fg-2">{texts.about}</p>
        <ul className="grid gap-2">
          {cells.map(({ cell, cents: debt }) => (
            <li
              key={cell}
              className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2 last:border-0 last:pb-0"
            >
              <span>{debt > 0 ? texts.owes(cell) : texts.owed(cell)}</span>
              <strong className="tabular-nums">{formatUsd(cents(Math.abs(debt)))}</strong>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}
