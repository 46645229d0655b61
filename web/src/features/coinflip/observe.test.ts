/** From the view on the screen to the verdict: an honest game verifies, and each tampering fails a named step. */
import { playerOf } from '@fairpot/fairness/testing/rounds';
import { describe, expect, test } from 'vitest';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { answer } from '../../fairness/answer.ts';
import type { RoundNotes } from '../../fairness/answer.ts';
import { note } from '../../fairness/observation.ts';
import type { RoundMemory } from '../../fairness/observation.ts';
import { lockedGame, settledGame, TEST_CHAIN, waitingGame } from './game.fixture.ts';
import { proofOf, watchedOf } from './observe.ts';

function judge(game: CoinflipGame, seen: RoundNotes = {}) {
  const verified = answer({ ask: 'verify', proof: proofOf(game, TEST_CHAIN), chains: [TEST_CHAIN], seen });
  if (!('verdict' in verified)) throw new Error('not a verdict');
  return verified.verdict;
}

/** The memory of a browser that saw these states of a game, and whether they agree. */
function remember(...games: CoinflipGame[]) {
  let memory: RoundMemory | undefined;
  let contradiction: string | null = null;
  for (const game of games) {
    const watched = watchedOf(game, TEST_CHAIN);
    if (!watched) continue;
    const { proof: _proof, pseudonyms: _pseudonyms, chances: _chances, ...observation } = watched;
    const noted = note(memory, observation, 1);
    memory = noted.memory;
    contradiction ??= noted.contradiction;
  }
  return { memory, contradiction };
}

describe('an honest game', () => {
  test.each([1, 2, 3, 4])('verifies from its view alone (seed %i)', (seed) => {
    const verdict = judge(settledGame(seed));
    expect(verdict.failed).toBeNull();
    expect(verdict.simulated).toBe(true);
  });

  test('agrees with itself from opening to settlement', () => {
    const { memory, contradiction } = remember(waitingGame(), lockedGame(), settledGame());
    expect(contradiction).toBeNull();
    expect(memory).toMatchObject({ first: 'open', hash: settledGame().hash, lock: settledGame().fair.lock });
  });

  test('has no proof before its result, and nothing to watch when cancelled', () => {
    expect(proofOf(waitingGame(), TEST_CHAIN)).toBeNull();
    expect(proofOf(lockedGame(), TEST_CHAIN)).toBeNull();
    expect(watchedOf({ ...waitingGame(), phase: 'CANCELLED' }, TEST_CHAIN)).toBeNull();
  });
});

describe('a tampered game', () => {
  const game = settledGame();
  const other = settledGame(2);
  const withFair = (fair: Partial<CoinflipGame['fair']>): CoinflipGame => ({
    ...game,
    fair: { ...game.fair, ...fair },
  });
  const lockWith = (from: string, to: string) => withFair({ lock: (game.fair.lock ?? '').replace(from, to) });

  test.each<[string, CoinflipGame, string]>([
    ['another winner', { ...game, winnerSide: game.winnerSide === 1 ? 2 : 1 }, 'outcome'],
    ['another ticket', withFair({ ticket: (game.fair.ticket ?? 0) + 1 }), 'ticket:coinflip|ticket'],
    ['another secret', { ...game, secret: other.secret }, 'commitment'],
    ['another secret with its own hash', { ...game, secret: other.secret, hash: other.hash }, 'secret-names-round'],
    ['one cent more in the lock', lockWith('"cents":1000', '"cents":1001'), 'ticket:coinflip|ticket'],
    ['another beacon round in the lock', lockWith('"round":', '"round":1'), 'beacon-named'],
    ['a foreign signature', withFair({ drandSignature: '8'.repeat(96) }), 'beacon-signature'],
    ['a fee above its rate', { ...game, feeItemIds: game.firstItems.map(({ id }) => id) }, 'fee'],
    ['no lock record at all', withFair({ lock: 'nothing' }), 'shape'],
  ])('%s', (_, tampered, step) => {
    expect(judge(tampered).failed?.id).toBe(step);
  });

  test('a hash replaced after it was shown', () => {
    expect(remember(waitingGame(), { ...lockedGame(), hash: other.hash }).contradiction).toContain('commitment');
    expect(judge(game, { hash: other.hash }).failed?.id).toBe('seen-hash');
  });

  test('a stake changed after it was shown', () => {
    expect(remember(waitingGame(), { ...lockedGame(), firstTotalUsd: 9 }).contradiction).toContain('changed');
    const entries = [
      { player: playerOf('ann'), side: 2, cents: 999 },
      { player: playerOf('bob'), side: 1, cents: 1_070 },
    ];
    expect(judge(game, { entries }).failed?.id).toBe('seen-entries');
  });

  test('a lock that differs from the one shown, or is not canonical', () => {
    expect(judge(game, { lockText: `${game.fair.lock} ` }).failed?.id).toBe('lock-hash');
    expect(judge(game, { lockText: game.fair.lock ?? '' }).failed).toBeNull();
  });

  test('a chance on the screen that differs from the draw’s', () => {
    expect(judge(game, { chances: ['50.00', '50.00'] }).failed?.id).toBe('chance');
    expect(judge(game, { chances: ['48.31', '51.69'] }).failed).toBeNull();
  });

  test('a beacon that this browser never pinned', () => {
    const verified = answer({ ask: 'verify', proof: proofOf(game, TEST_CHAIN), chains: [] });
    expect(verified).toMatchObject({ verdict: { ok: false, failed: { id: 'beacon-chain' } } });
  });
});
