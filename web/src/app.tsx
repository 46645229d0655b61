/** The app: frame, routes, and the effects of a route change. */
import { reportPath, useAway } from './platform/live/live.ts';
import { usePageLocation } from './platform/page/page-location.ts';
import { PageRoutes, usePageTitle } from './routes.tsx';
import { useRouteChange } from './shell/route-change.ts';
import { Shell } from './shell/shell.tsx';
import { useEffect, type ReactNode } from 'react';
import { Boundary } from './ui/states/boundary.tsx';
import { ErrorState } from './ui/states/states.tsx';
import { PageHead } from './ui/layout/page.tsx';
import { Panel } from './ui/layout/panel.tsx';
import { messages } from './messages.ts';
import { useSearchParams } from 'react-router';
import { refusalText, type RefusalCode } from '@fairpot/contract/wire/refusals';
import { toastError } from './platform/page/toasts.ts';

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

/**
 * Catches a page that fails to load or throws, and shows the error inside the frame. A server that answers may have
 * a newer version of the site, which a reload gets.
 */
function PageBoundary({ children }: { readonly children: ReactNode }) {
  const away = useAway();
  return (
    <Boundary
      failed={(error, retry) => (
        <>
          <PageHead title={messages.pageFailed.title} />
          <Panel>
            <ErrorState
              error={error}
              reassurance={away ? messages.network.safe : messages.pageFailed.text}
              onRetry={away ? retry : () => location.reload()}
            />
          </Panel>
        </>
      )}
    >
      {children}
    </Boundary>
  );
}

const REASONS: Readonly<Record<string, RefusalCode>> = {
  failed: 'SIGN_IN_FAILED',
  unavailable: 'SIGN_IN_UNAVAILABLE',
  excluded: 'SIGN_IN_EXCLUDED',
};

/** `/?signin=failed|unavailable|excluded`, where a failed sign-in returns: shows the reason, then cleans the address. */
function useSignInReturn(): void {
  const [search, setSearch] = useSearchParams();
  const code = REASONS[search.get('signin') ?? ''];
  useEffect(() => {
    if (!code) return;
    toastError(refusalText(code), { title: messages.toast.errorTitle, durationMs: 10_000 });
    setSearch(
      (now) => {
        now.delete('signin');
        return now;
      },
      { replace: true },
    );
  }, [code, setSearch]);
}
