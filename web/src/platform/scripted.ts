/** Who may enter a scripted round, and who may make one (rulings 1.3): asked by the games' buttons, held by the server. */
import { holds, isStaff } from '@fairpot/contract/permissions';
import type { PublicUser } from '@fairpot/contract/user';
import { useSession } from './session.ts';
import { useSettings } from './settings.ts';

/** True when the round is scripted and the person is no staff: they can watch it, and their button says so. */
export function useScriptedOut(scripted: boolean): boolean {
  const session = useSession();
  return scripted && !(session.status === 'in' && isStaff(session.user.status));
}

/** Whether to offer 'Set as winner' at all: to admins of a demo. */
export function useMayScript(): boolean {
  const session = useSession();
  const mode = useSettings()?.global.mode;
  return mode === 'demo' && session.status === 'in' && holds(session.user.status, 'admin');
}

/** True while only staff and house personas are in a round: every one of them has a badge. */
export function isHouseOnly(users: readonly Pick<PublicUser, 'badge'>[]): boolean {
  return users.every(({ badge }) => badge !== null);
}
