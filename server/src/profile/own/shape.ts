/** The format of the list of own data (../own-tables.ts), and helpers to write its lines. */

/** Rows of an export: those of `from` (the table itself is `t`) whose column `who` is the player's id, in the order of `key`. */
export interface OwnRows {
  /** Description for the player. */
  readonly about: string;
  readonly from: string;
  readonly who: string;
  /** Unique among a player's rows, and indexed, so that every page costs the same. */
  readonly key: readonly string[];
  readonly where?: string;
  /** Omitted columns: secrets, and columns without meaning for the player. */
  readonly without?: readonly string[];
  /** Constant fields added to every row, in place of an omitted column. */
  readonly says?: Readonly<Record<string, string>>;
  /** Columns with numbers beyond 2^53, exported as text. */
  readonly exact?: readonly string[];
}

/** `gone`: rows whose column `by` is the player's id are deleted. */
export type ErasureRule =
  | { readonly what: 'gone'; readonly by: string }
  | { readonly what: 'kept'; readonly why: string };

export interface OwnTable {
  readonly table: string;
  /** Its columns that hold ids of players. */
  readonly players: readonly string[];
  /** Text: the reason why it has no export of its own. */
  readonly shown: readonly OwnRows[] | string;
  readonly erased: ErasureRule;
}

type RowOptions = Omit<OwnRows, 'about' | 'from' | 'who' | 'key'>;

export const kept = (why: string): ErasureRule => ({ what: 'kept', why });
export const gone = (by = 'player_id'): ErasureRule => ({ what: 'gone', by });
export const BOOKS = kept('books: kept for five years, by id only');
export const PLAYED = kept('play stays verifiable, by id and pseudonym only');
export const STAFF = kept('acts of staff stay on record');

/** Rows whose own column `who` names the player. */
export const own = (
  table: string,
  about: string,
  who: string,
  key: readonly string[],
  extra: RowOptions = {},
): OwnRows => ({
  about,
  from: `${table} t`,
  who: `t.${who}`,
  key: key.map((column) => `t.${column}`),
  ...extra,
});

/** Rows found through another table of the player's: `from` joins the table as `t`. */
export const joined = (
  about: string,
  from: string,
  who: string,
  key: readonly string[],
  extra: RowOptions = {},
): OwnRows => ({
  about,
  from,
  who,
  key,
  ...extra,
});

export const line = (
  table: string,
  players: readonly string[],
  shown: OwnTable['shown'] | OwnRows,
  erased: ErasureRule,
): OwnTable => ({
  table,
  players,
  shown: typeof shown === 'object' && 'about' in shown ? [shown] : shown,
  erased,
});

interface OwnTableOptions extends RowOptions {
  /** The column that names the player. */
  readonly who?: string;
  /** Other columns that hold ids of players. */
  readonly others?: readonly string[];
}

/** A table whose rows belong to the player that a column names. */
export const ownTable = (
  table: string,
  about: string,
  key: readonly string[],
  erased: ErasureRule,
  { who = 'player_id', others = [], ...extra }: OwnTableOptions = {},
): OwnTable => line(table, [who, ...others], own(table, about, who, key, extra), erased);
