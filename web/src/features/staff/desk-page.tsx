/** The staff desk: its navigation and the screen of the path. routes.tsx loads it for staff only, so players never download it. */
import './staff.css';
import { useEffect, useRef } from 'react';
import { matchPath, useLocation, useNavigate, useRoutes } from 'react-router';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { useSession } from '../../platform/page/session.ts';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import './kit/act.ts';
import { OutageBar } from './kit/outage-bar.tsx';
import { CodeGate } from './sign-in/code-gate.tsx';
import { SCREENS, type DeskScreen } from './screens.ts';
import { texts } from './texts.ts';

export function DeskPage() {
  const { status, ageConfirmed } = useSession().user;
  const screens = SCREENS.filter(({ permission }) => hasPermission(status, permission));
  const shown = useRoutes([
    ...screens.map(({ path, view: View }) => ({ path, element: <View /> })),
    { index: true, element: <RedirectToFirst screens={screens} /> },
    { path: '*', element: <NoScreen /> },
  ]);
  // The server answers no desk call before the age is confirmed.
  if (!ageConfirmed) return null;
  return (
    <div className="staff-desk">
      <OutageBar />
      <CodeGate>
        <DeskNav screens={screens} />
        {shown}
      </CodeGate>
    </div>
  );
}

/** This much of the previous tab stays visible when the bar scrolls to the open one. */
const PEEK_PX = 48;

function DeskNav({ screens }: { readonly screens: readonly DeskScreen[] }) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen most of the bar is hidden: scroll to the open tab.
    const current = bar.current?.querySelector('[aria-current]');
    if (bar.current && current instanceof HTMLElement)
      bar.current.scrollLeft = current.offsetLeft - bar.current.offsetLeft - PEEK_PX;
  }, [pathname]);
  return (
    <nav ref={bar} aria-label={texts.title} className="mb-4 overflow-x-auto">
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

/** /staff itself redirects to the first screen. */
function RedirectToFirst({ screens }: { readonly screens: readonly DeskScreen[] }) {
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
      <PageHead title={texts.notFound} />
      <Panel>
        <EmptyState title={texts.noScreen}>{texts.noScreenText}</EmptyState>
      </Panel>
    </>
  );
}
