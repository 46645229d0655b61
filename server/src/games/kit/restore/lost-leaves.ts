/**
 * Puts published leaves that a restored database lacks back as rows. Called by the command that continues after a
 * restore (transparency/restore). The caller assigns the places in the log; lost-rounds.ts handles the rounds that the
 * leaves name.
 */
import type { Leaf } from '@fairpot/fairness/log/leaf';
import { sql, type Tx } from '../../../platform/database/sql.ts';

export interface PublishedLeaf {
  readonly leaf: Leaf;
  /** Canonical text. */
  readonly body: string;
}

/** The row of a published leaf: an existing one, or one put back. */
export interface PublishedLeafRow {
  readonly id: number;
  readonly wasHere: boolean;
}

/**
 * The rows of these leaves, in their order. Leaves that exist here and are not among `placed` (the copy was made before
 * they got their places) keep their id, the others are inserted. Reads every leaf once: only for the operator's
 * command.
 */
export async function restoreLeaves(
  tx: Tx,
  leaves: readonly PublishedLeaf[],
  placed: (ids: readonly number[]) => Promise<ReadonlySet<number>>,
): Promise<PublishedLeafRow[]> {
  const found = await tx.many<{ id: number; body: string }>(sql`
    select id, body from log_leaves where body = any(${leaves.map(({ body }) => body)}::text[]) order by id`);
  const taken = await placed(found.map(({ id }) => id));
  const here = new Map<string, number[]>();
  for (const { id, body } of found) if (!taken.has(id)) here.set(body, [...(here.get(body) ?? []), id]);
  const rows: PublishedLeafRow[] = [];
  for (const { leaf, body } of leaves) {
    const id = here.get(body)?.shift();
    if (id === undefined) rows.push({ id: await insert(tx, leaf, body), wasHere: false });
    else rows.push({ id, wasHere: true });
  }
  return rows;
}

/** One by one: their ids are in the order of the log. */
async function insert(tx: Tx, leaf: Leaf, body: string): Promise<number> {
  const roundId = 'roundId' in leaf ? leaf.roundId : null;
  const row = await tx.one<{ id: number }>(sql`
    insert into log_leaves (kind, round_id, body, at) values (${leaf.type}, ${roundId}, ${body}, ${timeOf(leaf)})
    returning id`);
  return row.id;
}

function timeOf(leaf: Leaf): number {
  switch (leaf.type) {
    case 'open':
      return leaf.openedAt;
    case 'lock':
      return leaf.lockedAt;
    case 'result':
      return leaf.settledAt;
    default:
      return leaf.at;
  }
}

/** Announces the restore, before the voids of `voidLost`. */
export async function announceRestore(tx: Tx, body: string, at: number): Promise<void> {
  await tx.run(sql`insert into log_leaves (kind, round_id, body, at) values ('restored', null, ${body}, ${at})`);
}
