/** Signs of play as staff see them: the open ones, those of one player, and marking one as reviewed. */
import type {
  getUserProtection,
  listRiskFlags,
  reviewRiskFlag,
  RiskFlag,
} from '@fairpot/contract/operations/risk/schemas';
import { RISK_PAGE, type RiskSignal } from '@fairpot/contract/operations/risk/calls';
import { publicUsers } from '../accounts/front.ts';
import type { CommandHandler, QueryHandler } from '../platform/runner/feature.ts';
import { getKnown, invariant, refuse } from '../platform/runner/refused.ts';
import { sql, type Db } from '../platform/database/sql.ts';

interface FlagRow {
  readonly id: number;
  readonly playerId: string;
  readonly signal: RiskSignal;
  readonly at: number;
  readonly figures: Record<string, number>;
  readonly checkedAt: number | null;
  readonly checkedBy: string | null;
  readonly why: string | null;
}

const columns = sql`
  id, player_id as "playerId", signal, at, figures, checked_at as "checkedAt", checked_by as "checkedBy", why`;

/** The signs not reviewed yet, newest first, a page. */
export const openFlags: QueryHandler<typeof listRiskFlags> = async ({ db }, { before }) => {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  return page(
    db,
    await db.many<FlagRow>(sql`
      select ${columns} from protection_flags where checked_at is null ${older}
      order by id desc limit ${RISK_PAGE + 1}`),
  );
};

/** All of one player, newest first, a page. */
export const flagsOf: QueryHandler<typeof getUserProtection> = async ({ db }, { userId, before }) => {
  const older = before === undefined ? sql`` : sql`and id < ${before}`;
  const rows = await db.many<FlagRow>(sql`
    select ${columns} from protection_flags where player_id = ${userId} ${older}
    order by id desc limit ${RISK_PAGE + 1}`);
  return page(db, rows);
};

/** Refuses NOT_FOUND for a sign that was already reviewed or never existed, FORBIDDEN for one's own. */
export const reviewFlag: CommandHandler<typeof reviewRiskFlag> = async ({ tx, actor, now, act }, { flagId, why }) => {
  const row = await tx.maybe<FlagRow>(sql`select ${columns} from protection_flags where id = ${flagId}`);
  if (row === undefined) return refuse('NOT_FOUND');
  if (row.playerId === actor.id) refuse('FORBIDDEN');
  const looked = await tx.run(sql`
    update protection_flags set checked_at = ${now}, checked_by = ${actor.id}, why = ${why}
    where id = ${flagId} and checked_at is null`);
  if (looked === 0) refuse('NOT_FOUND');
  act({ playerId: row.playerId, subject: row.signal });
  const [view] = (await page(tx, [{ ...row, checkedAt: now, checkedBy: actor.id, why }])).flags;
  invariant(view, `flag ${flagId} exists`);
  return view;
};

async function page(db: Db, rows: readonly FlagRow[]): Promise<{ flags: RiskFlag[]; next: number | null }> {
  const shown = rows.slice(0, RISK_PAGE);
  const ids = shown.flatMap(({ playerId, checkedBy }) => (checkedBy === null ? [playerId] : [playerId, checkedBy]));
  const users = await publicUsers(db, ids);
  const of = (id: string) => getKnown(users, id);
  const flags = shown.map(({ id, playerId, signal, at, figures, checkedAt, checkedBy, why }) => {
    const looked =
      checkedAt === null || checkedBy === null || why === null ? null : { at: checkedAt, by: of(checkedBy), why };
    return { id, user: of(playerId), signal, at, figures, looked };
  });
  return { flags, next: rows.length > RISK_PAGE ? (shown.at(-1)?.id ?? null) : null };
}
