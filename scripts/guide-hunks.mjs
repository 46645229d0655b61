/**
 * The lines that a guide tells people to change, read out of the guide itself: its ```diff blocks. Used by example-game.mjs, so that
 * what the guide shows is what was tried.
 *
 * A block begins with `# path/of/the/file`. Its lines begin with ' ' (they stand there), '-' (they go) or '+' (they come); `@@` begins
 * another place of the same file. What stands there and what goes must be found exactly once, next to each other.
 */

/** The hunks of a guide, in its order: `{ file, before, after, lines }`, `lines` being how many come or go. */
export function hunksOf(markdown) {
  const blocks = [...markdown.matchAll(/^```diff\n# (\S+)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, file, body]) => body.split(/^@@\n/m).map((text) => hunkOf(file, text)));
}

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

/** The text with a hunk applied; throws when its place is not found exactly once. */
export function applied(text, { file, before, after }) {
  const parts = `\n${text}`.split(`\n${before}`);
  if (parts.length !== 2) throw new Error(`${file}: found ${parts.length - 1} times:\n${before}`);
  return parts.join(`\n${after}`).slice(1);
}

/** The hunk that takes this one back. */
export function reversed(hunk) {
  return { ...hunk, before: hunk.after, after: hunk.before };
}
