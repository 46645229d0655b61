/** How copied rows of the history differ from their original (history.ts): SQL by column. */

import { NO_ROUND_FROM } from './places.ts';

/** SQL expressions by column; `t` is the copied row, `p` has `n`. Other columns are copied unchanged. */
export type Changes = Readonly<Record<string, string>>;

/** Rounds end a minute apart, into the past. */
export const EARLIER = 'p.n * 60000::bigint';

export const name = (prefix: string, n = 'p.n') => `'${prefix}_7' || lpad((${n})::text, 25, '0')`;
export const hash = (of = 'p.n') => `md5('a' || ${of}) || md5('b' || ${of})`;
export const back = (...columns: readonly string[]): Changes =>
  Object.fromEntries(columns.map((column) => [column, `t.${column} - ${EARLIER}`]));
/** A round id for rows that are copied without their round. */
export const NO_ROUND: Changes = { round_id: name('rnd', `${NO_ROUND_FROM} + p.n`) };
