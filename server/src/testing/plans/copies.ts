/** What makes a copied row of the history another one (history.ts): SQL by column. */

/** SQL expressions by column; `t` is the row that is copied, `p` has `n`. Other columns are copied as they are. */
export type Changes = Readonly<Record<string, string>>;

/** Rounds end a minute apart, into the past. */
export const EARLIER = 'p.n * 60000::bigint';

export const name = (prefix: string, n = 'p.n') => `'${prefix}_7' || lpad((${n})::text, 25, '0')`;
export const hash = (of = 'p.n') => `md5('a' || ${of}) || md5('b' || ${of})`;
export const back = (...columns: readonly string[]): Changes =>
  Object.fromEntries(columns.map((column) => [column, `t.${column} - ${EARLIER}`]));
/** A round that is not there: of rows that are copied without one. */
export const NO_ROUND: Changes = { round_id: name('rnd', '10000000 + p.n') };
