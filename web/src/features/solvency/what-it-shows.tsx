/** What a statement proves, and what it cannot prove, in plain words. */
import { BadgeCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/layout/panel.tsx';
import { texts as solvencyTexts } from './texts.ts';

const texts = solvencyTexts.proof;

export function WhatItShows() {
  return (
    <Panel title={texts.title}>
      <div className="grid gap-6 lg:grid-cols-2">
        <List
          title={texts.proven}
          icon={<BadgeCheck aria-hidden size={20} className="text-ok" />}
          lines={texts.provenList}
        />
        <List
          title={texts.notProven}
          icon={<CircleHelp aria-hidden size={20} className="text-warn" />}
          lines={texts.notProvenList}
        />
      </div>
    </Panel>
  );
}

interface ListProps {
  readonly title: string;
  readonly icon: ReactNode;
  readonly lines: readonly string[];
}

function List({ title, icon, lines }: ListProps) {
  return (
    <div className="grid content-start gap-3">
      <h3 className="flex items-center gap-2 font-extrabold">
        {icon} {title}
      </h3>
      <ul className="grid gap-2 text-sm text-fg-2">
        {lines.map((line) => (
          <li key={line} className="max-w-[60ch]">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
