/** SQL of the announced builds of the client: migrations/0006_transparency.sql. */
import { sql, type Db, type Tx } from '../../platform/database/sql.ts';

export interface AnnouncedBuild {
  readonly leafId: number;
  readonly manifest: string;
  readonly at: number;
}

/** Announced builds, newest first. */
export function announcedBuilds(db: Db, limit: number): Promise<AnnouncedBuild[]> {
  return db.many<AnnouncedBuild>(sql`
    select leaf_id as "leafId", manifest, at from client_builds order by leaf_id desc limit ${limit}`);
}

export async function newestBuild(db: Db): Promise<AnnouncedBuild | undefined> {
  return (await announcedBuilds(db, 1))[0];
}

/** A leaf that is there already is not added again. */
export async function addBuild(tx: Tx, { leafId, manifest, at }: AnnouncedBuild): Promise<void> {
  await tx.run(sql`
    insert into client_builds (leaf_id, manifest, at) values (${leafId}, ${manifest}, ${at}) on conflict do nothing`);
}
