/**
 * Staff roles: status changes, ended sessions, removed authenticators.
 *
 * Invariants: an admin cannot change their own status, so the last ADMIN stays one. A new ADMIN takes two of them, or the command on the
 * server's own machine (first-admin.ts). A change counts at the person's next request, because every request looks it up.
 */
import type { setUserStatus, endUserSessions } from '@fairpot/contract/staff/users/schemas';
import type { resetStaffCodes } from '@fairpot/contract/staff/schemas';
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { CommandHandler } from '../../platform/runner/feature.ts';
import { refuse } from '../../platform/runner/refused.ts';
import { forgetCodes } from '../codes/code-store.ts';
import { shownName } from '../names.ts';
import { deleteSessions } from '../sessions.ts';
import { endProposal, lockStatuses, proposalOf, putProposal, writeStatus } from './user-store.ts';

/**
 * Refuses NO_PLAYER, FORBIDDEN (the own status, a bot's; the caller is no longer ADMIN), STATUS_SAME (also: proposed by the same person).
 */
export function setStatus(deps: Pick<Deps, 'signals'>): CommandHandler<typeof setUserStatus> {
  return async ({ tx, actor, now, act, afterCommit }, { userId, status }) => {
    const locked = await lockStatuses(tx, [actor.id, userId]);
    const target = locked.get(userId) ?? refuse('NO_PLAYER');
    // Two admins who demote each other at once: the second is no longer ADMIN.
    if (userId === actor.id || target.isFake || locked.get(actor.id)?.status !== 'ADMIN') refuse('FORBIDDEN');
    if (target.status === status) refuse('STATUS_SAME');
    if (status === 'ADMIN') {
      const proposal = await proposalOf(tx, userId, now);
      if (proposal?.proposedBy === actor.id) refuse('STATUS_SAME');
      if (proposal === undefined) {
        await putProposal(tx, userId, actor.id, now);
        act({ playerId: userId, details: { was: target.status, proposed: status } });
        return { userId, status: target.status, proposed: true };
      }
      act({ playerId: userId, details: { was: target.status, is: status, proposedBy: proposal.proposedBy } });
    } else {
      act({ playerId: userId, details: { was: target.status, is: status } });
    }
    await endProposal(tx, userId);
    // Only staff may have a name with words of the site.
    await writeStatus(tx, userId, status, isStaff(status) ? target.name : shownName(target.name));
    if (!isStaff(status)) await forgetCodes(tx, userId);
    afterCommit(() => deps.signals.userUpdated(userId));
    return { userId, status, proposed: false };
  };
}

/** Refuses NO_PLAYER, and FORBIDDEN unless the caller is ADMIN if the sessions are those of staff. */
export function endSessionsOf(deps: Pick<Deps, 'signals'>): CommandHandler<typeof endUserSessions> {
  return async ({ tx, actor, act, afterCommit }, { userId }) => {
    const target = (await lockStatuses(tx, [userId])).get(userId) ?? refuse('NO_PLAYER');
    if (isStaff(target.status) && actor.status !== 'ADMIN') refuse('FORBIDDEN');
    const ended = await deleteSessions(tx, { playerId: userId });
    act({ playerId: userId, details: { ended: ended.length } });
    afterCommit(() => deps.signals.disconnect({ playerId: userId }));
    return { ended: ended.length };
  };
}

/** Refuses NO_PLAYER for a person without an authenticator, FORBIDDEN for the own. */
export const resetCodes: CommandHandler<typeof resetStaffCodes> = async ({ tx, actor, act }, { userId }) => {
  if (userId === actor.id) refuse('FORBIDDEN');
  if (!(await forgetCodes(tx, userId))) refuse('NO_PLAYER');
  act({ playerId: userId });
  return { userId };
};
