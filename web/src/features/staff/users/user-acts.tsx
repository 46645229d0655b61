/** What staff may do about a player, by their role: bans from the chat, ended sessions, another role, an authenticator taken away. */
import type { OutputOf } from '@fairpot/contract/registry/listed';
import { banFromChat, unbanFromChat } from '@fairpot/contract/chat/calls';
import { holds, STATUSES, type Status } from '@fairpot/contract/wire/permissions';
import { resetStaffCodes } from '@fairpot/contract/staff/calls';
import { endUserSessions, getStaffUser, listUserSessions, setUserStatus } from '@fairpot/contract/staff/users/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSession } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { openAct } from '../kit/act.ts';

export type StaffUser = OutputOf<typeof getStaffUser>;

const again = (): void => void refetchAll(getStaffUser);

export function UserActs({ found }: { readonly found: StaffUser }) {
  const me = useSession().user;
  const { user, hasCodes } = found;
  const { id: userId, name } = user;
  const admin = holds(me.status, 'admin');
  if (!holds(me.status, 'moderate') || user.isFake || userId === me.id) return null;
  const ban = () =>
    openAct({
      title: `Ban ${name} from the chat`,
      text: 'They cannot write until somebody lifts it. Nothing else of theirs is touched.',
      confirm: 'BAN',
      danger: true,
      command: banFromChat,
      input: { userId },
    });
  const unban = () =>
    openAct({ title: `Let ${name} write again`, confirm: 'LIFT BAN', command: unbanFromChat, input: { userId } });
  const end = () =>
    openAct({
      title: `End all sessions of ${name}`,
      text: 'They are signed out everywhere at once, and can sign in again. Open stakes go on.',
      confirm: 'END SESSIONS',
      danger: true,
      command: endUserSessions,
      input: { userId },
      onDone: () => void refetchAll(listUserSessions),
    });
  const reset = () =>
    openAct({
      title: `Take the authenticator of ${name} away`,
      text: 'They set up a new one before their next staff work.',
      confirm: 'TAKE AWAY',
      danger: true,
      command: resetStaffCodes,
      input: { userId },
      onDone: again,
    });
  return (
    <>
      {(user.status === 'USER' || admin) && (
        <>
          <Button onClick={ban}>Ban from chat</Button>
          <Button onClick={unban}>Lift ban</Button>
          <Button onClick={end}>End sessions</Button>
        </>
      )}
      {admin && hasCodes && <Button onClick={reset}>Take authenticator away</Button>}
      {admin && <RoleSelect found={found} />}
    </>
  );
}

const MEANS: Readonly<Record<Status, string>> = {
  USER: 'They lose all staff work at once, under open pages too.',
  SUPPORT: 'They answer tickets and look players up.',
  MODERATOR: 'They also moderate the chat and end sessions.',
  ADMIN: 'They can do all that staff can. It takes two: another admin has to agree within a day.',
};

function RoleSelect({ found: { user } }: { readonly found: StaffUser }) {
  const ask = (status: Status) => {
    if (status === user.status) return;
    openAct({
      title: `Make ${user.name} ${status}`,
      text: MEANS[status],
      confirm: 'CHANGE ROLE',
      danger: status === 'USER',
      command: setUserStatus,
      input: { userId: user.id, status },
      onDone: again,
    });
  };
  return (
    <Select
      label="Role"
      value={user.status}
      options={STATUSES.map((value) => ({ value, label: value }))}
      onChange={ask}
    />
  );
}
