/**
 * Statements: leaves in which the site says something about itself that does not affect any round. `about` names the
 * subject; a reader that does not know the name, or the version of its content, skips it. So a later kind of statement
 * breaks no verifier.
 */
import { GAME_NAME } from '../base/names.ts';
import { readInt, readObject, readOneOf, readText, ShapeError } from '../encoding/shape.ts';
import { CLIENT_BUILD, parseBuildStatement } from '../client/build-statement.ts';
import type { BuildStatement } from '../client/build-statement.ts';
import { parseStatementBody, SOLVENCY } from '../solvency/statement.ts';
import type { SolvencyStatementBody } from '../solvency/statement.ts';

/** The name of staff's changes of games in the log. */
export const GAME_SETTING = 'game-setting';

/** A value of a setting. Null: none was set, and the game's own applied. */
export type SettingValue = string | number | boolean | null;
/**
 * A changed setting of a game: it was paused or resumed, or its minimum stake changed. Written by the code that changes
 * it.
 */
export type GameSettingStatement = {
  readonly game: string;
  /** The setting's full name: the game, a dot, and the setting ('paused'). */
  readonly key: string;
  readonly was: SettingValue;
  readonly is: SettingValue;
};

/** `solvency`, `setting` and `build` are null for a statement about something else, or of another version. */
export type StatementLeaf = {
  readonly type: 'statement';
  readonly at: number;
  readonly about: string;
  readonly solvency: SolvencyStatementBody | null;
  readonly setting: GameSettingStatement | null;
  readonly build: BuildStatement | null;
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
  const version = 'v' in says ? says.v : null;
  const isSolvency = about === SOLVENCY && (version === 1 || version === 2);
  return {
    type: 'statement',
    at: readInt(fields['at'], 'leaf.at'),
    about,
    solvency: isSolvency ? parseStatementBody(says, 'leaf.says') : null,
    setting: about === GAME_SETTING && version === 1 ? parseSetting(says, 'leaf.says') : null,
    build: about === CLIENT_BUILD && version === 1 ? parseBuildStatement(says, 'leaf.says') : null,
  };
}

function parseSetting(value: object, path: string): GameSettingStatement {
  const fields = readObject(value, path, ['v', 'game', 'key', 'was', 'is']);
  const game = readText(fields['game'], `${path}.game`);
  if (!GAME_NAME.test(game)) throw new ShapeError(`${path}.game`, 'not the name of a game');
  const key = readText(fields['key'], `${path}.key`, 100);
  if (!key.startsWith(`${game}.`)) throw new ShapeError(`${path}.key`, 'not a setting of that game');
  const [was, is] = [readValue(fields['was'], `${path}.was`), readValue(fields['is'], `${path}.is`)];
  if (is === null) throw new ShapeError(`${path}.is`, 'nothing');
  return { game, key, was, is };
}

function readValue(value: unknown, path: string): SettingValue {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  return readInt(value, path, Number.MIN_SAFE_INTEGER);
}
