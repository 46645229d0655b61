/** A page whose feature is not open yet: what it will do, nothing made up, and the way to what works. */
import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { GAMES } from '@fairpot/contract/games';
import { ButtonLink } from '../controls/button.tsx';
import { PageHead } from '../layout/page.tsx';
import { Panel } from '../layout/panel.tsx';

export interface NotOpenProps {
  readonly title: string;
  readonly lead: string;
  readonly icon: ReactNode;
  /** What it will do, one line each. */
  readonly will: readonly string[];
  /** What holds already, or what to know before: shown beside the list. */
  readonly aside?: ReactNode;
}

export function NotOpen({ title, lead, icon, will, aside }: NotOpenProps) {
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="grid items-start gap-4 lg:grid-cols-12">
        <Panel className="lg:col-span-7" flush>
          <div className="flex items-center gap-4 border-b border-line p-4 lg:p-6">
            <span className="grid size-14 shrink-0 place-items-center rounded-lg bg-ink-4 text-volt">{icon}</span>
            <div>
              <p
                className={
                  'inline-flex items-center gap-1.5 rounded-sm border border-warn px-1.5 text-2xs font-extrabold ' +
                  'text-warn'
                }
              >
                <Clock aria-hidden size={11} /> NOT OPEN YET
              </p>
              <h2 className="mt-1 text-lg font-bold">What it will do</h2>
            </div>
          </div>
          <ul className="grid gap-3 p-4 lg:p-6">
            {will.map((line) => (
              <li key={line} className="flex gap-3 text-fg-2">
                <Check aria-hidden size={18} className="mt-[3px] shrink-0 text-fg-3" />
                {line}
              </li>
            ))}
          </ul>
        </Panel>
        <div className="grid content-start gap-4 lg:col-span-5">
          {aside}
          <Panel title="Open now">
            <p className="text-sm text-fg-2">Every result can be checked in your own browser.</p>
            <div className="mt-4 grid gap-2">
              {GAMES.map(({ game, path, label }, i) => (
                <ButtonLink key={game} to={path} variant={i === 0 ? 'primary' : 'secondary'}>
                  {label}
                </ButtonLink>
              ))}
              <ButtonLink to="/fairplay">See how a result is checked</ButtonLink>
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}
