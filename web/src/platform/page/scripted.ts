/** Who can only watch (rulings 1.3 and 1.12), and who may script a round: for the games' buttons; the server enforces it. */
import { hasPermission, isStaff, mayPlay } from '@fairpot/contract/wire/permissions';
import { refusalText } from '@fairpot/contract/wire/refusals';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { useSession } from './session.ts';
import { useSettings } from './settings.ts';

/** Why this account cannot stake: staff of a live site do not play (rulings 1.12). Null for everyone else. */
export function useNoPlay(): string | null {
  const session = useSession();
  const mode = useSettings()?.global.mode;
  const barred = mode === 'live' && session.status === 'in' && !mayPlay(session.user.status, mode);
  return barred ? refusalText('STAFF_DO_NOT_PLAY') : null;
}

/** Why this person can only watch a round: they do not play, or it is scripted and they are not staff. Null if they may join. */
export function useWatchReason(scripted: boolean): string | null {
  const session = useSession();
  const noPlay = useNoPlay();
  const staff = session.status === 'in' && isStaff(session.user.status);
  return noPlay ?? (scripted && !staff ? refusalText('ROUND_SCRIPTED') : null);
}

/** True if there is such a reason: the button then opens the round to watch, and the window says why. */
export function useWatchOnly(scripted: boolean): boolean {
  return useWatchReason(scripted) !== null;
}

/** Whether to offer 'Set as winner' at all: to admins of a demo. */
export function useMayScript(): boolean {
  const session = useSession();
  const mode = useSettings()?.global.mode;
  return mode === 'demo' && session.status === 'in' && hasPermission(session.user.status, 'admin');
}

/** True while only staff and house personas are in a round: every one of them has a badge. */
export function isHouseOnly(users: readonly Pick<PublicUser, 'badge'>[]): boolean {
  return users.every(({ badge }) => badge !== null && badge !== 'API');
}
