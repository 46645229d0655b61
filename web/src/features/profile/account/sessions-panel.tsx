/** The player's active sessions, with buttons that end one or all of them. */
import { LogOut, MonitorSmartphone } from 'lucide-react';
import { endOwnSessions, listSessions } from '@fairpot/contract/profile/calls';
import type { OwnSession } from '@fairpot/contract/profile/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { SIGN_OUT_PATH } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NoAnswer } from '../../../ui/states/states.tsx';
import { browserName } from './browser-name.ts';
import { texts as accountTexts } from './texts.ts';

const texts = accountTexts.sessions;
import { formatDateTime } from '../../../platform/page/time.ts';

export function SessionsPanel() {
  const { data, error, refetch } = useAsk(listSessions, {}, { staleTime: 0 });
  // This session ends as well: leaving the page clears what is left of it in this browser.
  const all = useSend(endOwnSessions, { onAccepted: () => location.assign(SIGN_OUT_PATH) });
  return (
    <Panel
      title={texts.title}
      flush
      actions={
        <Button
          variant="danger"
          icon={<LogOut aria-hidden size={16} />}
          busy={all.phase === 'sent' || all.phase === 'accepted'}
          onClick={() => void all.run({ which: 'all' })}
        >
          {texts.endAll}
        </Button>
      }
    >
      {!data ? (
        <NoAnswer error={error} refetch={refetch} className="m-4 h-32" />
      ) : (
        <ul aria-label={texts.list} className="divide-y divide-line">
          {data.sessions.map((session) => (
            <Browser key={session.id} session={session} />
          ))}
          {data.more && <li className="px-4 py-3 text-sm text-fg-2 lg:px-6">{texts.more}</li>}
        </ul>
      )}
    </Panel>
  );
}

function Browser({ session }: { readonly session: OwnSession }) {
  const { id, current, createdAt, lastSeenAt, userAgent, sameAddress } = session;
  const ending = useSend(endOwnSessions, {
    onAccepted: () => {
      toastSuccess(texts.ended);
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
            <span className="ml-2 rounded-sm bg-ink-4 px-1.5 py-0.5 text-xs font-semibold text-volt">
              {texts.current}
            </span>
          )}
        </p>
        <p className="text-xs text-fg-2">
          {texts.times(formatDateTime(createdAt), formatDateTime(lastSeenAt))}
          {!current && (sameAddress ? texts.sameAddress : texts.otherAddress)}
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          busy={ending.phase === 'sent'}
          aria-label={texts.endOne(name, formatDateTime(createdAt))}
          onClick={() => void ending.run({ which: id })}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
}
