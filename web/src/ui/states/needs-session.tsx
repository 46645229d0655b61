/** For pages that need a signed-in player: the page, or the LOGIN state when signed out. */
import { LogIn, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { SIGN_IN_PATH, useSession } from '../../platform/page/session.ts';
import { buttonClass } from '../controls/button.tsx';
import { PageHead } from '../layout/page.tsx';
import { Panel } from '../layout/panel.tsx';
import { EmptyState, Skeleton } from './states.tsx';

export interface NeedsSessionProps {
  readonly title: string;
  /** Why a sign-in is needed: 'Your items and balance belong to your Steam account.' */
  readonly why: string;
  readonly children: ReactNode;
}

export function NeedsSession({ title, why, children }: NeedsSessionProps) {
  const { status } = useSession();
  if (status === 'in') return children;
  return (
    <>
      <PageHead title={title} />
      {status === 'loading' ? (
        <Skeleton className="h-64" />
      ) : (
        <Panel>
          <EmptyState
            icon={<UserRoundX aria-hidden size={32} strokeWidth={1.5} />}
            title={messages.parts.signIn}
            action={
              <a href={SIGN_IN_PATH} className={buttonClass('primary', 'lg')}>
                <LogIn aria-hidden size={18} />
                {messages.login}
              </a>
            }
          >
            {why}
          </EmptyState>
        </Panel>
      )}
    </>
  );
}
