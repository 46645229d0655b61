/** Only a game's own file contains its name: all other code treats all games alike and uses their values. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deriveKey } from '../protocol/derive.ts';
import { uniform } from '../base/uniform.ts';
import { itemsOf, makeProof, sampleOf, TEST_CHAIN } from '../testing/rounds.ts';
import { verifyRound } from '../verify/verify.ts';
import { GAME_NAMES, gameOf } from './index.ts';

const SOURCES = join(import.meta.dirname, '..');

describe('the rest of fairness does not name a game', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/^(games|testing)\/|\.test\.ts$/.test(file),
  );

  test('no file outside games/ names one', () => {
    expect(files.length).toBeGreaterThan(40);
    const names = new RegExp(GAME_NAMES.join('|'), 'i');
    expect(files.filter((file) => names.test(readFileSync(join(SOURCES, file), 'utf8')))).toEqual([]);
  });

  test('in games/, shared files name none either', () => {
    for (const file of ['game', 'item-pot', 'outcome', 'payout', 'chance', 'drop-table', 'fee'])
      expect(readFileSync(join(SOURCES, `games/${file}.ts`), 'utf8'), file).not.toMatch(
        new RegExp(GAME_NAMES.join('|'), 'i'),
      );
  });
});

test.each(GAME_NAMES)(
  '%s: each draw has a label of its own that begins with the name, and the outcome shows it',
  (name) => {
    const { lock, outcome, secret, drand } = makeProof(name);
    const game = gameOf(name);
    const key = deriveKey({ secret, drandSignature: drand.signature, lock });
    const labels: string[] = [];
    game.outcome(lock, (n, label) => {
      labels.push(label);
      return uniform(key, n, label);
    });
    expect(labels.length).toBeGreaterThan(0);
    expect(new Set(labels).size).toBe(labels.length);
    for (const label of labels) {
      expect(label.startsWith(`${name}|`)).toBe(true);
      expect(game.ticket(outcome, label), label).toBeTypeOf('number');
    }
    expect(game.winners(lock, outcome).every((player) => lock.entries.some((entry) => entry.player === player))).toBe(
      true,
    );
  },
);

test.each(GAME_NAMES)(
  '%s: a result in which other players win is found, however consistent its payouts are',
  (name) => {
    const proof = makeProof(name);
    const { lock } = proof;
    const game = gameOf(name);
    const outcome = game.parseOutcome(sampleOf(name).lie(proof.outcome, lock), 'outcome');
    expect(game.winners(lock, outcome)).not.toEqual(game.winners(lock, proof.outcome));
    const payouts = game.payouts(lock, outcome, itemsOf(lock));
    const judged = (over: object) => verifyRound({ ...proof, ...over }, { chains: [TEST_CHAIN] }).failed;
    expect(judged({})).toBeNull();
    expect(judged({ outcome, payouts })?.id).toBe('outcome');
  },
);
