/** A case battle for tests of all games: two teams of two, the same case twice, and a block of EOS. */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, utf8 } from '../../encoding/bytes.ts';
import type { CasebattleOutcome } from '../../games/casebattle.ts';
import type { LockSample } from './sample.ts';

const BLOCK = 400_000_123;
const BLOCK_ID = BLOCK.toString(16).padStart(8, '0') + toHex(sha256(utf8('block'))).slice(8);
const BOX = { caseId: 'box', priceCents: 200, weights: [1, 99, 900], cents: [100_000, 501, 20] };

export const sample: LockSample<CasebattleOutcome> = {
  fields: (player) => ({
    feeBps: 0,
    eos: { chain: 'test', block: BLOCK, id: BLOCK_ID },
    entries: [0, 1].flatMap((team) => [0, 1].map((seat) => ({ player: player(`p${team}${seat}`), team, seat }))),
    cases: [BOX, BOX],
  }),
  lie: (outcome) => ({ ...outcome, winnerTeam: 1 - outcome.winnerTeam }),
};
