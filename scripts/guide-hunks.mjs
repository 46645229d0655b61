/**
 * The lines that a guide tells people to change, read out of the guide itself: its ```diff blocks, each with the name of what it is for
 * behind that word. Used by example-game.mjs, so that what the guide shows is what was tried.
 *
 * A block begins with `# path/of/the/file`. Its lines begin with ' ' (they stand there), '-' (they go) or '+' (they come); `@@` begins
 * another place of the same file. What stands there and what goes must be found exactly once, next to each other.
 */

/**
 * A place of a file: what stands there `before` and `after`, and how many `lines` come or go.
 * @typedef {{ file: string, before: string, after: string, lines: number }} Hunk
 */

/**
 * The hunks of a guide for one thing, in its order.
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
  if (wrong !== undefined)
    throw new Error(`${file}: a line that says neither ' ', '+' nor '-': ${JSON.stringify(wrong)}`);
  const kept = (sign) => lines.filter((line) => line[0] !== sign).map((line) => `${line.slice(1)}\n`);
  const hunk = { file, before: kept('+').join(''), after: kept('-').join('') };
  if (hunk.before === '') throw new Error(`${file}: a hunk that does not say where`);
  return { ...hunk, lines: lines.filter((line) => line[0] !== ' ').length };
}

/**
 * The text with a hunk applied; throws when its place is not found exactly once.
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
 * The hunk that takes this one back.
 * @param {Hunk} hunk
 * @returns {Hunk}
 */
export function reversed(hunk) {
  return { ...hunk, before: hunk.after, after: hunk.before };
}

/**
 * What a guide's lines cost: files touched, and lines changed in them.
 * @param {readonly Hunk[]} hunks
 */
export function costOf(hunks) {
  const touched = [...new Set(hunks.map(({ file }) => file))];
  return { touched, lines: hunks.reduce((sum, hunk) => sum + hunk.lines, 0) };
}

/**
 * Paths that one of two snapshots (path to hash) has and the other has not, or has otherwise.
 * @param {ReadonlyMap<string, string>} before
 * @param {ReadonlyMap<string, string>} after
 * @returns {string[]}
 */
export function differences(before, after) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.filter((name) => before.get(name) !== after.get(name));
}
