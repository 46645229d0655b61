/** The own second factor: set up here where nobody asks for it (a demo), and how many recovery codes are left. */
import { staffCodes } from '@fairpot/contract/staff/calls';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { Begin, Begun } from './code-gate.tsx';

export function OwnScreen() {
  const { data, error, refetch } = useAsk(staffCodes, {});
  return (
    <>
      <PageHead title="My sign-in" />
      <Panel className="max-w-[640px]">
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton className="h-40" />}
        {data?.state === 'none' && <Begin />}
        {data?.state === 'begun' && <Begun />}
        {data?.state === 'on' && (
          <p className="text-fg-2">
            Your authenticator is set up; {data.recoveryLeft} recovery codes are left. Who has lost it, or has no
            recovery code left, asks an admin to take it away, and sets up a new one.
          </p>
        )}
      </Panel>
    </>
  );
}
