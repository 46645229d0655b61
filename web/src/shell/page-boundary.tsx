/** Catches a page that fails to load or throws, shows an error inside the frame, and offers a reload. */
import { Component, type ReactNode } from 'react';
import { ErrorState } from '../ui/states/states.tsx';
import { PageHead } from '../ui/layout/page.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { messages } from '../messages.ts';

interface PageBoundaryProps {
  /** The current path: another page clears the error. */
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
        <PageHead title={messages.pageFailed.title} />
        <Panel>
          <ErrorState error={failed.error} reassurance={messages.pageFailed.text} onRetry={() => location.reload()} />
        </Panel>
      </>
    );
  }
}
