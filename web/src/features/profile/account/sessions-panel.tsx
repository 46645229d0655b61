/** Browsers that are signed in, and signing them out: one, or all of them. */
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { endOwnSessions, listSessions } from '@fairpot/contract/profile/calls';
import type { OwnSession } from '@fairpot/contract/profile/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { SIGN_OUT_PATH } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { browserName } from './browser-name.ts';
import { formatDateTime } from '../../../ui/values/time.ts';

export function SessionsPanel() {
  const { data, error, refetch } = useAsk(listSessions, {}, { staleTime: 0 });
  // Its own session is over as well: what is left of it in this browser goes with the page.
  const all = useSend(endOwnSessions, { onAccepted: () => location.assign(SIGN_OUT_PATH) });
  return (
    <Panel
      title="Signed in"
      flush
      actions={
        <Button
          variant="danger"
          icon={<LogOut aria-hidden size={16} />}
          busy={all.phase === 'sent' || all.phase === 'accepted'}
          onClick={() => void all.run({ which: 'all' })}
        >
          Log out everywhere
        </Button>
      }
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="m-4 h-32" />
      ) : (
        <ul aria-label="Browsers that are signed in" className="divide-y divide-line">
          {data.sessions.map((session) => (
            <Browser key={session.id} session={session} />
          ))}
          {data.more && <li className="px-4 py-3 text-sm text-fg-2 lg:px-6">There are more than these.</li>}
        </ul>
      )}
    </Panel>
  );
}

function Browser({ session }: { readonly session: OwnSession }) {
  const { id, current, createdAt, lastSeenAt, userAgent, sameAddress } = session;
  const ending = useSend(endOwnSessions, {
    onAccepted: () => {
      toastSuccess('That browser is logged out');
      void refetchAll(listSessions);
    },
  });
  const name = browserName(userAgent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 lg:px-6">
      <MonitorSmartphone aria-hidden size={20} className="text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-bold">
          {name}
          {current && (
            <span className="ml-2 rounded-sm bg-ink-4 px-1.5 py-0.5 text-xs font-semibold text-volt">This one</span>
          )}
        </p>
        <p className="text-xs text-fg-2">
          Signed in {formatDateTime(createdAt)}, last used {formatDateTime(lastSeenAt)}
          {!current && (sameAddress ? ', from the same address as this one' : ', from another address')}
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          busy={ending.phase === 'sent'}
          aria-label={`Log out ${name}, signed in ${formatDateTime(createdAt)}`}
          onClick={() => void ending.run({ which: id })}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
