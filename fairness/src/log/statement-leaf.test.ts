/** Staff changes of a game are statements in the log: read strictly, and skipped by readers that do not know them. */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { makeLeaves } from '../testing/logs.ts';
import { parseLeaf } from './leaf.ts';
import { LogVerifier } from './log-verify.ts';

const AT = 1_780_000_000_500;
const SAYS = { v: 1, game: 'coinflip', key: 'coinflip.paused', was: null, is: true };
const leaf = (says: object = SAYS, about = 'game-setting') =>
  canon({ v: 'fp/2', type: 'statement', about, at: AT, says });

describe('a changed setting of a game', () => {
  test('is parsed completely', () => {
    expect(parseLeaf(utf8(leaf()))).toEqual({
      type: 'statement',
      about: 'game-setting',
      at: AT,
      solvency: null,
      setting: { game: 'coinflip', key: 'coinflip.paused', was: null, is: true },
      build: null,
    });
  });

  test.each([
    [{ ...SAYS, why: 'no' }, 'unknown field'],
    [{ ...SAYS, is: null }, 'leaf.says.is'],
    [{ ...SAYS, is: [] }, 'leaf.says.is'],
    [{ ...SAYS, key: 'jackpot.paused' }, 'leaf.says.key'],
    [{ ...SAYS, game: 'Coinflip' }, 'leaf.says.game'],
  ])('%j is not a valid leaf', (says, problem) => {
    expect(() => parseLeaf(utf8(leaf(says)))).toThrow(problem);
  });

  test('is allowed anywhere in a log that verifies; another version or name is skipped', () => {
    const [terms = '', ...rounds] = makeLeaves(2);
    const statements = [
      leaf(),
      leaf({ ...SAYS, was: true, is: false }),
      leaf({ v: 2, other: 1 }),
      leaf({ v: 1 }, 'a-later-name'),
    ];
    const verifier = new LogVerifier({ acceptSimulated: true });
    const leaves = [terms, ...rounds.flatMap((each) => [...statements, each]), ...statements];
    expect([...leaves.flatMap((each) => verifier.add(utf8(each))), ...verifier.finish()]).toEqual([]);
  });
});
