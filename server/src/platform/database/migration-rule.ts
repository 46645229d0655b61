/**
 * The rule of upgrades under play: expand and contract. The version before goes on working on the database of the next one, so that nodes are replaced
 * one by one. A migration therefore adds. What the version before uses is removed a release later, and the statement says so in the comment above it:
 * `-- unused since 0.2.0: why`.
 */

const UNUSED = /--\s*unused since \d+\.\d+\.\d+: \S/;
/** Bodies of functions and texts may hold any word. */
const QUOTED = /\$(\w*)\$[^]*?\$\1\$|'(?:[^']|'')*'/g;
const COMMENT = /--.*$/gm;

/** Of whole statements, and of the actions of `alter table`. */
const STATEMENTS: readonly (readonly [RegExp, string])[] = [
  [
    /^drop (table|view|materialized view|sequence|type|schema|function|procedure)\b/,
    'drops what the version before uses',
  ],
  [/^alter (table|type|view|sequence) .*\brename\b/, 'renames what the version before names'],
  [/^alter (table|type|view|sequence) .*\bset schema\b/, 'moves what the version before names'],
];
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^drop (?!constraint\b)/, 'drops a column that the version before uses'],
  [/^alter (column )?\S+ (set data )?type\b/, 'changes the type of a column'],
  [/^alter (column )?\S+ set not null\b/, 'refuses a null that the version before may write'],
  [/^alter (column )?\S+ drop default\b/, 'removes a default that the version before relies on'],
];
const NEW_COLUMN = /^add (?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)/;
const FILLED = /\bdefault\b|\bgenerated\b|\bserial\b|\bbigserial\b/;
const NEW_RULE = /^add (constraint (\S+) )?(check|unique|primary|foreign|exclude)\b/;

/** What a migration does to the version before, each with its statement; empty: nothing. */
export function breaksVersionBefore(migration: string): string[] {
  const own = new Set<string>();
  return statementsOf(migration).flatMap(({ text, isUnused }) => {
    const created = /^create table (if not exists )?(\S+)/.exec(text)?.[2];
    if (created !== undefined) own.add(created);
    return isUnused ? [] : wrongsOf(text, own).map((why) => `${why}: ${text.slice(0, 100)}`);
  });
}

function wrongsOf(text: string, own: ReadonlySet<string>): string[] {
  const wrongs = STATEMENTS.filter(([pattern]) => pattern.test(text)).map(([, why]) => why);
  const index = /^create unique index .*?\bon (\w+)/.exec(text)?.[1];
  if (index !== undefined && !own.has(index)) wrongs.push('refuses rows that the version before may write');
  const [, table = '', actions = ''] = /^alter table (?:if exists )?(?:only )?(\S+) (.*)$/.exec(text) ?? [];
  // A table of this migration is unknown to the version before.
  return own.has(table) ? wrongs : [...wrongs, ...wrongActions(partsOf(actions))];
}

function wrongActions(actions: readonly string[]): string[] {
  const wrongs = actions.flatMap((action) => ACTIONS.filter(([pattern]) => pattern.test(action)).map(([, why]) => why));
  for (const action of actions) {
    if (NEW_COLUMN.test(action) && /\bnot null\b/.test(action) && !FILLED.test(action))
      wrongs.push('adds a column that the version before does not fill');
    const rule = NEW_RULE.exec(action);
    // A rule that replaces one of the same name usually admits more; the reviewer reads it.
    if (rule !== null && !actions.includes(`drop constraint ${rule[2]}`))
      wrongs.push('adds a rule that the version before does not know');
  }
  return wrongs;
}

interface Statement {
  readonly text: string;
  readonly isUnused: boolean;
}

/** Lower case, one space between words, without comments, texts and bodies. */
function statementsOf(migration: string): Statement[] {
  return migration
    .replace(QUOTED, "''")
    .split(';')
    .map((part) => ({
      isUnused: UNUSED.test(part),
      text: part.replace(COMMENT, '').replace(/\s+/g, ' ').trim().toLowerCase(),
    }))
    .filter(({ text }) => text !== '');
}

/** Split at the commas outside of parentheses. */
function partsOf(actions: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of actions) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
