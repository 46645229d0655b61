/**
 * Reads the changes that a guide describes from the guide itself: its ```diff blocks, each labelled with its purpose. Used by example-game.mjs, so
 * that the tested change is the documented one.
 *
 * A block begins with `# path/of/the/file`. Its lines begin with ' ' (context), '-' (removed) or '+' (added); `@@` begins another place of the same
 * file. Context and removed lines must be found exactly once, next to each other.
 */

/**
 * A place of a file: the text `before` and `after`, and the number of added or removed `lines`.
 * @typedef {{ file: string, before: string, after: string, lines: number }} Hunk
 */

/**
 * The hunks of a guide for one purpose, in order.
 * @param {string} markdown
 * @param {string} what
 * @returns {Hunk[]}
 */
export function hunksOf(markdown, what) {
  const blocks = [...markdown.matchAll(/^```diff (\S+)\n# (\S+)\n([\s\S]*?)^```$/gm)];
  const own = blocks.filter(([, name]) => name === what);
  return own.flatMap(([, , file, body]) => body.split(/^@@\n/m).map((text) => hunkOf(file, text)));
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {Hunk}
 */
function hunkOf(file, text) {
  const lines = text.trimEnd().split('\n');
  const wrong = lines.find((line) => !/^[ +-]/.test(line));
  if (wrong !== undefined) throw new Error(`${file}: a line must begin with ' ', '+' or '-': ${JSON.stringify(wrong)}`);
  const kept = (sign) => lines.filter((line) => line[0] !== sign).map((line) => `${line.slice(1)}\n`);
  const hunk = { file, before: kept('+').join(''), after: kept('-').join('') };
  if (hunk.before === '') throw new Error(`${file}: a hunk without a place`);
  return { ...hunk, lines: lines.filter((line) => line[0] !== ' ').length };
}

/**
 * Applies a hunk to a text; throws if its place is not found exactly once.
 * @param {string} text
 * @param {Pick<Hunk, 'file' | 'before' | 'after'>} hunk
 * @returns {string}
 */
export function applied(text, { file, before, after }) {
  const parts = `\n${text}`.split(`\n${before}`);
  if (parts.length !== 2) throw new Error(`${file}: found ${parts.length - 1} times:\n${before}`);
  return parts.join(`\n${after}`).slice(1);
}

/**
 * The hunk that reverts this one.
 * @param {Hunk} hunk
 * @returns {Hunk}
 */
export function reversed(hunk) {
  return { ...hunk, before: hunk.after, after: hunk.before };
}

/**
 * The cost of a guide's changes: files touched, and lines changed in them.
 * @param {readonly Hunk[]} hunks
 */
export function costOf(hunks) {
  const touched = [...new Set(hunks.map(({ file }) => file))];
  return { touched, lines: hunks.reduce((sum, hunk) => sum + hunk.lines, 0) };
}

/**
 * Paths that differ between two snapshots (path to hash).
 * @param {ReadonlyMap<string, string>} before
 * @param {ReadonlyMap<string, string>} after
 * @returns {string[]}
 */
export function differences(before, after) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => before.get(name) !== after.get(name));
}
