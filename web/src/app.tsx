/** The app: frame, routes, and the effects of a route change. */
import { reportPath } from './platform/live/live.ts';
import { usePageLocation } from './platform/page/page-location.ts';
import { PageRoutes, usePageTitle } from './routes.tsx';
import { PageBoundary } from './shell/page-boundary.tsx';
import { useRouteChange } from './shell/route-change.ts';
import { Shell } from './shell/shell.tsx';
import { useSignInReturn } from './shell/sign-in-return.ts';

export function App() {
  const { pathname } = usePageLocation();
  useRouteChange(usePageTitle(), reportPath);
  useSignInReturn();
  return (
    <Shell>
      <PageBoundary key={pathname}>
        <PageRoutes />
      </PageBoundary>
    </Shell>
  );
}
