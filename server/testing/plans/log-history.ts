/** The public log of the copied rounds: leaves, tiles and heads. Called by history.ts. */
import { sql, type Pool } from '../../src/platform/database/sql.ts';
import { rootFrom } from '../../src/transparency/edge.ts';
import { openSigner } from '../../src/transparency/signer.ts';
import type { World } from '../world.ts';
import { ROWS } from '../cases/places.ts';
import { say, sizeOf } from './statements.ts';

/** Leaves that the sequencer has not seen yet. */
const UNPLACED = 600;
/** The transaction of every copied leaf. */
export const XID = `'10'::xid8`;
/** The log over the copied leaves except the last ones; its hashes are made up, and its tiles are those of one tree. */
export async function placeLeaves(db: Pool): Promise<void> {
  const { last } = await db.one<{ last: number }>({
    text: `select id as last from log_leaves where xid = ${XID} order by id desc offset ${UNPLACED} limit 1`,
    values: [],
  });
  await say(
    db,
    `
    insert into log_entries (index, leaf_id, kind, round_id, game, number)
    select row_number() over (order by l.id) - 1, l.id, l.kind, l.round_id,
      case when l.kind = 'open' then r.game end, case when l.kind = 'open' then r.number end
    from log_leaves l join rounds r on r.id = l.round_id where l.xid = ${XID} and l.id <= ${last}`,
  );
  const size = await sizeOf(db, 'log_entries');
  await say(db, `update log_state set cursor_xid = ${XID}, cursor_id = ${last}, size = ${size}`);
  for (let level = 0, count = size; count > 0; level += 1, count = Math.floor(count / 256)) {
    await say(
      db,
      `
      insert into log_tiles (level, index, hashes)
      select ${level}, i, decode(repeat(md5('${level}' || i) || md5('x' || i), least(256, ${count} - 256 * i)), 'hex')
      from generate_series(0, ${Math.ceil(count / 256) - 1}) i`,
    );
  }
  // Tiles of a far larger tree: this many belong to 25 million leaves.
  await say(
    db,
    `
    insert into log_tiles (level, index, hashes)
    select 5, i, decode(repeat('00', 32), 'hex') from generate_series(1, ${ROWS}) i`,
  );
  await say(
    db,
    `
    insert into log_heads (size, root, at, note, published_at)
    select s, decode(repeat('00', 32), 'hex'), s, 'a note', s from generate_series(1, ${size - 1}) s`,
  );
  await say(
    db,
    `
    insert into log_cosignatures (size, witness, time, line, at)
    select s, 'w', 1 + s, 'a line', s from generate_series(1, ${size - 1}) s`,
  );
}

/** Signs a head over them. */
export async function signHead({ deps }: World, db: Pool): Promise<void> {
  const { size } = await db.one<{ size: number }>(sql`select size from log_state`);
  const head = { size, root: Buffer.from(await rootFrom(db, size)), at: deps.clock.now() };
  const note = (await openSigner(deps)).sign(head);
  await db.run(sql`
    insert into log_heads (size, root, at, note, published_at)
    values (${size}, ${head.root}, ${head.at}, ${note}, ${head.at})`);
}
