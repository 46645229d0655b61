/** A release whose schema is one step ahead: this one, with one more migration that adds to the busiest tables, and every function's file changed. */
import { appendFileSync, cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Comes after every migration of the release. */
export const NEXT_MIGRATION = 9_999;
const ADDS = `-- owner: games
create table drill_notes (id text primary key, note text not null);
alter table rounds add column drill_note text;
alter table entries add column drill_cents bigint not null default 0;
alter table players add column drill_note text;
alter table items add column drill_note text;
create index drill_notes_by_note on drill_notes (note);
`;

export function makeNextRelease(release: string, into: string): void {
  cpSync(release, into, { recursive: true });
  writeFileSync(join(into, `server/migrations/${NEXT_MIGRATION}_drill.sql`), ADDS);
  const functions = join(into, 'server/functions');
  for (const name of readdirSync(functions, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.sql')) appendFileSync(join(functions, name), '-- As in the release before.\n');
}
