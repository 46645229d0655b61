/** Catches a page that failed to load or to draw, says so inside the frame, and offers a fresh start. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/states/states.tsx';
import { PageHead } from '../ui/layout/page.tsx';
import { Panel } from '../ui/layout/panel.tsx';

interface PageBoundaryProps {
  /** The path: another page starts without the error. */
  readonly path: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly failed: { readonly error: unknown; readonly path: string } | null;
}

export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failed: null };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { failed: { error, path: location.pathname } };
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === null || failed.path !== this.props.path) return this.props.children;
    return (
      <>
        <PageHead title="This page did not load" />
        <Panel>
          <ErrorState
            error={failed.error}
            reassurance={
              'Your stakes are kept by the server and are not touched by this. A newer version of the site may be ' +
              'out: a reload gets it.'
            }
            onRetry={() => location.reload()}
          />
        </Panel>
      </>
    );
  }
}
