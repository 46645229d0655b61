/** What a statement shows, and what it cannot show, in plain words. */
import { BadgeCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/layout/panel.tsx';

const SHOWN = [
  'That your balance is in the sum: your browser adds it up to the root itself, ' +
    'with a leaf that only your Steam id opens.',
  'That no leaf takes away from the sum: a figure below zero is refused by everybody who checks.',
  'That everybody is told one sum an hour: it stands in the public log, numbered, and a second one would show.',
  'That the leaves sum to what is said: anybody downloads them all and adds them up.',
  'That whoever signed for a named address has its key, and had it after the statement that was signed: ' +
    'your browser checks each signature.',
] as const;

const NOT_SHOWN = [
  'That players who never look are counted. Each one who looks makes it more likely; ' +
    'nobody sees whom we left out but they themselves.',
  'What a named address or inventory holds: the amounts are as our chain watcher and our trading account saw them, ' +
    'so look each up elsewhere. Coins at no named address are our word alone.',
  'That we owe nothing elsewhere, and that what we hold, or the key to it, is not borrowed for the moment.',
  'Who has how much: leaves are shuffled and nameless, but their amounts are public, ' +
    'and an unusual one may be recognised.',
] as const;

export function WhatItShows() {
  return (
    <Panel title="What this shows, and what it does not">
      <div className="grid gap-6 lg:grid-cols-2">
        <List
          title="Shown, by arithmetic"
          icon={<BadgeCheck aria-hidden size={20} className="text-ok" />}
          lines={SHOWN}
        />
        <List title="Not shown" icon={<CircleHelp aria-hidden size={20} className="text-warn" />} lines={NOT_SHOWN} />
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
