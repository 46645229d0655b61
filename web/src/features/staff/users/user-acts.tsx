/** Staff actions on a player, by role: chat bans, ending sessions, changing the role, resetting the authenticator. */
import type { OutputOf } from '@fairpot/contract/registry/call-types';
import { banFromChat, unbanFromChat } from '@fairpot/contract/chat/calls';
import { hasPermission, STATUSES, type Status } from '@fairpot/contract/wire/permissions';
import { resetStaffCodes } from '@fairpot/contract/staff/calls';
import { endUserSessions, getStaffUser, listUserSessions, setUserStatus } from '@fairpot/contract/staff/users/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSession } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/fields.tsx';
import { openAct } from '../kit/act.ts';
import { texts } from './texts.ts';

export type StaffUser = OutputOf<typeof getStaffUser>;

const again = (): void => void refetchAll(getStaffUser);

export function UserActs({ found }: { readonly found: StaffUser }) {
  const me = useSession().user;
  const { user, hasCodes } = found;
  const { id: userId, name } = user;
  const admin = hasPermission(me.status, 'admin');
  if (!hasPermission(me.status, 'moderate') || user.isFake || userId === me.id) return null;
  const ban = () =>
    openAct({
      title: texts.acts.banTitle(name),
      text: texts.acts.banText,
      confirm: texts.acts.banConfirm,
      danger: true,
      command: banFromChat,
      input: { userId },
    });
  const unban = () =>
    openAct({
      title: texts.acts.unbanTitle(name),
      confirm: texts.acts.unbanConfirm,
      command: unbanFromChat,
      input: { userId },
    });
  const end = () =>
    openAct({
      title: texts.acts.endTitle(name),
      text: texts.acts.endText,
      confirm: texts.acts.endConfirm,
      danger: true,
      command: endUserSessions,
      input: { userId },
      onDone: () => void refetchAll(listUserSessions),
    });
  const reset = () =>
    openAct({
      title: texts.acts.resetTitle(name),
      text: texts.acts.resetText,
      confirm: texts.acts.resetConfirm,
      danger: true,
      command: resetStaffCodes,
      input: { userId },
      onDone: again,
    });
  return (
    <>
      {(user.status === 'USER' || admin) && (
        <>
          <Button onClick={ban}>{texts.acts.ban}</Button>
          <Button onClick={unban}>{texts.acts.unban}</Button>
          <Button onClick={end}>{texts.acts.end}</Button>
        </>
      )}
      {admin && hasCodes && <Button onClick={reset}>{texts.acts.reset}</Button>}
      {admin && <RoleSelect found={found} />}
    </>
  );
}

function RoleSelect({ found: { user } }: { readonly found: StaffUser }) {
  const ask = (status: Status) => {
    if (status === user.status) return;
    openAct({
      title: texts.acts.roleTitle(user.name, status),
      text: texts.acts.roles[status],
      confirm: texts.acts.roleConfirm,
      danger: status === 'USER',
      command: setUserStatus,
      input: { userId: user.id, status },
      onDone: again,
    });
  };
  return (
    <Select
      label={texts.role}
      value={user.status}
      options={STATUSES.map((value) => ({ value, label: value }))}
      onChange={ask}
    />
  );
}
