/** The staff desk: its navigation and the screen of the path. routes.tsx loads it for staff only, so players never download it. */
import './staff.css';
import { useEffect, type ReactNode, useSyncExternalStore } from 'react';
import { useNavigate, useRoutes } from 'react-router';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { useSession } from '../../platform/page/session.ts';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useWidth } from '../../ui/layout/use-width.ts';
import { EmptyState } from '../../ui/states/states.tsx';
import { DeskMenuButton, DeskNav, type DeskNavProps } from './desk-nav.tsx';
import './kit/act.ts';
import { CodeGate } from './sign-in/code-gate.tsx';
import { SCREENS, type DeskScreen } from './screens.ts';
import { texts } from './texts.ts';
import { isUnavailable } from '../../platform/calls/api.ts';
import { queryClient } from '../../platform/calls/query-client.ts';
import { kitTexts } from './kit/texts.ts';

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
    <>
      <OutageBar />
      <CodeGate>
        <DeskFrame screens={screens}>{shown}</DeskFrame>
      </CodeGate>
    </>
  );
}

/** From this width the menu is beside the screen, which keeps enough room for its tables. */
const SIDE_MENU_PX = 960;

function DeskFrame({ screens, children }: DeskNavProps & { readonly children: ReactNode }) {
  const { ref, width } = useWidth();
  const beside = width >= SIDE_MENU_PX;
  return (
    <div ref={ref} className={beside ? 'grid grid-cols-[136px_minmax(0,1fr)] items-start gap-6' : 'grid gap-4'}>
      <div className={beside ? 'sticky top-[calc(var(--bar-h)+24px)]' : undefined}>
        {beside ? <DeskNav screens={screens} /> : <DeskMenuButton screens={screens} />}
      </div>
      <div className="staff-desk min-w-0">{children}</div>
    </div>
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

const cache = queryClient.getQueryCache();

const subscribe = (changed: () => void): (() => void) => cache.subscribe(changed);

/** Whether a query on the screen failed because the server is unavailable. */
const someUnavailable = (): boolean =>
  cache.getAll().some((query) => query.getObserversCount() > 0 && isUnavailable(query.state.error));

/**
 * A bar that says the server is unavailable. Lists on the screen stay and may be out of date; failed queries retry
 * by themselves (platform/calls/query-client.ts).
 */
function OutageBar() {
  const away = useSyncExternalStore(subscribe, someUnavailable);
  return (
    <div role="status">
      {away && (
        <p className="mb-4 rounded-md border border-warn p-3 text-sm font-semibold text-warn">{kitTexts.outage}</p>
      )}
    </div>
  );
}
