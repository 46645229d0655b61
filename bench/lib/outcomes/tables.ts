/**
 * The rounds whose outcomes are counted, and the fixed inputs of each: stakes and drop tables chosen so that counts can be compared with exact
 * expectations. Pure: outcome i of a table is the same in every run on every machine.
 */
import { createHash } from 'node:crypto';
import { canon } from '@fairpot/fairness/encoding/canon';
import { makeSecret, type KnownGame } from '@fairpot/fairness/protocol/commitment';
import { parseLock, type Lock } from '@fairpot/fairness/protocol/lock';
import type { FastKeyInputs } from './derive.ts';

/** One set of stakes; `share` is its part of the game's outcomes. */
export interface Table {
  readonly name: string;
  readonly game: KnownGame;
  readonly share: number;
  /** The record with an empty commitment and round id, which are filled in for each outcome. */
  readonly lock: Lock;
}

/** Everything that decides outcome i of a table. */
export interface FixedInputs extends FastKeyInputs {
  readonly lock: Lock;
}

const NO_HASH = '0'.repeat(64);
const NO_ROUND = '-';

function table(name: string, game: KnownGame, share: number, stakes: object): Table {
  const base = { v: 'fp/2', type: 'lock', game, roundId: NO_ROUND, hash: NO_HASH, lockedAt: 1_790_000_000_000 };
  const beacons = {
    drand: { chain: 'ab'.repeat(32), round: 31_000_000 },
    eos:
      game === 'casebattle' ? { chain: 'cd'.repeat(32), block: 400_000_000, id: `17d78400${'ef'.repeat(28)}` } : null,
    // The key takes the record as it is; the seal's content does not matter here.
    seal: { key: '01'.repeat(160), box: '02'.repeat(32) },
  };
  const lock = parseLock({ ...base, ...beacons, feeBps: game === 'casebattle' ? 0 : 500, ...stakes });
  return { name, game, share, lock };
}

/** A pseudonym: 32 hex digits. */
const playerOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 32);
const coinflip = (first: number, second: number) => ({
  entries: [
    { player: playerOf('creator'), side: 1, cents: first },
    { player: playerOf('joiner'), side: 2, cents: second },
  ],
});
const jackpot = (...cents: readonly number[]) => ({
  entries: cents.map((each, i) => ({ player: playerOf(`player ${i}`), cents: each })),
});
const seats = (...teams: readonly number[]) =>
  teams.flatMap((many, team) =>
    Array.from({ length: many }, (_, seat) => ({ player: playerOf(`${team}.${seat}`), team, seat })),
  );
const CASE = {
  caseId: 'case',
  priceCents: 1_000,
  weights: [1, 9, 40, 150, 300, 500],
  cents: [90_000, 9_000, 2_000, 500, 150, 20],
};
/** Every drop has the same value, so that every battle is tied. */
const FLAT = { caseId: 'flat', priceCents: 100, weights: [1, 1], cents: [100, 100] };
const HALF_GIGA = 2 ** 29;

/** Shares add up to 1 for each game. */
export const TABLES: readonly Table[] = [
  table('equal stakes', 'coinflip', 0.5, coinflip(1_000, 1_000)),
  table('52 to 48', 'coinflip', 0.5, coinflip(1_300, 1_200)),
  table('five entries, one of a cent', 'jackpot', 0.5, jackpot(1_000, 70, 2_345, 1, 1_584)),
  // Large enough to reveal 32 bits modulo n: 2^32 is 8 of these entries, the pot is 5.
  table('five entries of 2^29 cents', 'jackpot', 0.5, jackpot(...Array.from({ length: 5 }, () => HALF_GIGA))),
  table('STANDARD_2, one case', 'casebattle', 0.8, { entries: seats(1, 1), cases: [CASE] }),
  table('TWO_VS_TWO, two cases', 'casebattle', 0.1, { entries: seats(2, 2), cases: [CASE, CASE] }),
  table('STANDARD_4, always tied', 'casebattle', 0.1, { entries: seats(1, 1, 1, 1), cases: [FLAT] }),
];

/** Makes the fixed inputs of a table; `seed` names the set of keys. */
export function inputsOf({ game, name, lock }: Table, seed: string): (index: number) => FixedInputs {
  const [before = '', between = '', after = ''] = canon(lock).split(new RegExp(`"${NO_HASH}"|"${NO_ROUND}"`));
  return (index) => {
    const digest = (what: string) => createHash('sha512').update(`${seed}|${game}|${name}|${what}|${index}`).digest();
    const random = digest('inputs');
    const roundId = `rnd_${index}`;
    const secret = makeSecret({ game, roundId, random32: random.subarray(0, 32) });
    const hash = createHash('sha256').update(secret).digest('hex');
    return {
      secret,
      lock: { ...lock, roundId, hash },
      drandSignature: digest('signature').toString('hex', 0, 48),
      lockText: `${before}"${hash}"${between}"${roundId}"${after}`,
    };
  };
}
