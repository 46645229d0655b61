/** Catches a page that fails to load or throws, and shows the error inside the frame. */
import type { ReactNode } from 'react';
import { useAway } from '../platform/live/live.ts';
import { Boundary } from '../ui/states/boundary.tsx';
import { ErrorState } from '../ui/states/states.tsx';
import { PageHead } from '../ui/layout/page.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { messages } from '../messages.ts';

/** A server that answers may have a newer version of the site, which a reload gets. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
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
