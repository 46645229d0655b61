/** The audit log as staff see it: rows of platform/runner/staff-acts.ts with the public data of the people they name. */
import { CALLS } from '@fairpot/contract/registry/schemas';
import type { listStaffActs } from '@fairpot/contract/staff/schemas';
import { knownUsers } from '../accounts/people.ts';
import { staffActs, type StaffActCursor } from '../platform/runner/staff-acts.ts';
import type { QueryHandler } from '../platform/runner/feature.ts';

const KNOWN = CALLS.filter(({ act }) => act)
  .map(({ name }) => name)
  .sort();

export const actsFor: QueryHandler<typeof listStaffActs> = async ({ db }, input) => {
  const { actor: actorId, player: playerId, act, from, to, before } = input;
  const page = await staffActs(db, { actorId, playerId, act, from, to }, placeOf(before));
  const people = await knownUsers(
    db,
    page.rows.flatMap((row) => (row.playerId === null ? [row.actorId] : [row.actorId, row.playerId])),
  );
  const face = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    acts: page.rows.map((row) => ({ ...row, actor: face(row.actorId), player: face(row.playerId) })),
    next: page.next === null ? null : `${page.next.at}.${page.next.id}`,
    known: KNOWN,
  };
};

function placeOf(before: string | undefined): StaffActCursor | null {
  if (before === undefined) return null;
  const [at, id] = before.split('.').map(Number);
  return at === undefined || id === undefined ? null : { at, id };
}
