/**
 * The staff desk: its navigation and the screen of the path. routes.tsx loads it for staff alone, so a player's browser never
 * reads any of it.
 */
import './staff.css';
import { useEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate, useRoutes } from 'react-router';
import { holds } from '@fairpot/contract/wire/permissions';
import { useSession } from '../../platform/page/session.ts';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import './kit/act.ts';
import { AwayBar } from './kit/away.tsx';
import { CodeGate } from './sign-in/code-gate.tsx';
import { SCREENS, type DeskScreen } from './screens.ts';

export function DeskPage() {
  const { status, ageConfirmed } = useSession().user;
  const screens = SCREENS.filter(({ permission }) => holds(status, permission));
  const shown = useRoutes([
    ...screens.map(({ path, view: View }) => ({ path, element: <View /> })),
    { index: true, element: <ToFirst screens={screens} /> },
    { path: '*', element: <NoScreen /> },
  ]);
  // The question about the age stands before everything: until it is answered, nothing that a screen asks is answered.
  if (!ageConfirmed) return null;
  return (
    <div className="staff-desk">
      <AwayBar />
      <CodeGate>
        <DeskNav screens={screens} />
        {shown}
      </CodeGate>
    </div>
  );
}

/** So much of the screen before the open one is in sight. */
const PEEK_PX = 48;

function DeskNav({ screens }: { readonly screens: readonly DeskScreen[] }) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen most of it is out of sight: the screen that is open is not.
    const current = bar.current?.querySelector('[aria-current]');
    if (bar.current && current instanceof HTMLElement)
      bar.current.scrollLeft = current.offsetLeft - bar.current.offsetLeft - PEEK_PX;
  }, [pathname]);
  return (
    <nav ref={bar} aria-label="Staff desk" className="mb-4 overflow-x-auto">
      <ul className="flex gap-1 md:flex-wrap">
        {screens.flatMap(({ path, label }) => {
          if (label === undefined) return [];
          const current = matchPath({ path: `/staff/${path}`, end: false }, pathname) !== null;
          return [
            <li key={path} className="shrink-0">
              <Link
                to={`/staff/${path}`}
                aria-current={current ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-(--control) items-center rounded-md px-3 text-sm font-semibold whitespace-nowrap',
                  current ? 'bg-volt text-volt-ink' : 'text-fg-2 hover:bg-ink-3 hover:text-fg',
                )}
              >
                {label}
              </Link>
            </li>,
          ];
        })}
      </ul>
    </nav>
  );
}

/** The address of the desk itself leads to the first screen. */
function ToFirst({ screens }: { readonly screens: readonly DeskScreen[] }) {
  const navigate = useNavigate();
  const first = screens.find(({ label }) => label !== undefined)?.path;
  useEffect(() => {
    if (first !== undefined) void navigate(`/staff/${first}`, { replace: true });
  }, [first, navigate]);
  return first === undefined ? <NoScreen /> : null;
}

function NoScreen() {
  return (
    <>
      <PageHead title="Page not found" />
      <Panel>
        <EmptyState title="No screen of the desk is at this address">
          It may be one that your role does not use.
        </EmptyState>
      </Panel>
    </>
  );
}
