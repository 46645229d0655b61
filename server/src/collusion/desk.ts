/** Signs of collusion as staff see them: those not reviewed, and the review. */
import { COLLUSION_PAGE } from '@fairpot/contract/operations/collusion/calls';
import type {
  CollusionSign,
  listCollusionSigns,
  reviewCollusionSign,
} from '@fairpot/contract/operations/collusion/schemas';
import { publicUsers } from '../accounts/front.ts';
import type { Db } from '../platform/database/sql.ts';
import type { CommandHandler, QueryHandler } from '../platform/runner/feature.ts';
import { getKnown, invariant, refuse } from '../platform/runner/refused.ts';
import { markReviewed, openSigns, signById, type SignRow } from './store.ts';

export const listSigns: QueryHandler<typeof listCollusionSigns> = async ({ db }, { before }) => {
  const rows = await openSigns(db, before, COLLUSION_PAGE + 1);
  const shown = rows.slice(0, COLLUSION_PAGE);
  return { signs: await present(db, shown), next: rows.length > COLLUSION_PAGE ? (shown.at(-1)?.id ?? null) : null };
};

/** Refuses NOT_FOUND for a sign that was reviewed or never existed, FORBIDDEN for one about the reviewer. */
export const review: CommandHandler<typeof reviewCollusionSign> = async ({ tx, actor, now, act }, { signId, why }) => {
  const row = (await signById(tx, signId)) ?? refuse('NOT_FOUND');
  if ([row.playerId, ...row.others].includes(actor.id)) refuse('FORBIDDEN');
  await markReviewed(tx, signId, { by: actor.id, why, at: now });
  act({ playerId: row.playerId, subject: row.sign, details: { others: row.others.join(' ') } });
  const [view] = await present(tx, [{ ...row, checkedAt: now, checkedBy: actor.id, why }]);
  invariant(view, `sign ${signId} exists`);
  return view;
};

async function present(db: Db, rows: readonly SignRow[]): Promise<CollusionSign[]> {
  const ids = rows.flatMap(({ playerId, others, checkedBy }) => [
    playerId,
    ...others,
    ...(checkedBy ? [checkedBy] : []),
  ]);
  const users = await publicUsers(db, ids);
  const userOf = (id: string) => getKnown(users, id);
  return rows.map(({ id, sign, playerId, others, at, figures, checkedAt, checkedBy, why }) => ({
    id,
    sign,
    user: userOf(playerId),
    others: others.map(userOf),
    at,
    figures,
    looked:
      checkedAt === null || checkedBy === null || why === null ? null : { at: checkedAt, by: userOf(checkedBy), why },
  }));
}
