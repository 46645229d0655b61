/**
 * Statements: leaves in which the site says something about itself that no round follows from. `about` names what; a reader that does not
 * know the name, or the version of what is said, passes over it. So a later kind of statement breaks no verifier.
 */
import { GAME_NAME } from '../protocol/names.ts';
import { readInt, readObject, readOneOf, readText, ShapeError } from '../encoding/shape.ts';
import { parseSays, SOLVENCY } from '../solvency/statement.ts';
import type { SolvencySays } from '../solvency/statement.ts';

/** `solvency` is null for a statement about something else, or of another version. */
export type StatementLeaf = {
  readonly type: 'statement';
  readonly at: number;
  readonly about: string;
  readonly solvency: SolvencySays | null;
};

/** Throws a ShapeError that names the wrong field. */
export function parseStatement(value: object): StatementLeaf {
  const fields = readObject(value, 'leaf', ['v', 'type', 'at', 'about', 'says']);
  readOneOf(fields['v'], 'leaf.v', ['fp/2']);
  const about = readText(fields['about'], 'leaf.about', 64);
  if (!GAME_NAME.test(about)) throw new ShapeError('leaf.about', 'not a name');
  const { says } = fields;
  if (typeof says !== 'object' || says === null || Array.isArray(says))
    throw new ShapeError('leaf.says', 'not an object');
  const known = about === SOLVENCY && 'v' in says && says.v === 1;
  return {
    type: 'statement',
    at: readInt(fields['at'], 'leaf.at'),
    about,
    solvency: known ? parseSays(says, 'leaf.says') : null,
  };
}
