/** The FAQ states correctly, in each mode, who the opponent is and who runs the beacon. */
import { expect, test } from 'vitest';
import type { Settings } from '@fairpot/contract/settings/schemas';
import type { FaqQuestion } from './parts.tsx';
import { chaptersOf } from './questions.ts';

/** The settings that the page reads, in demo and live mode. */
function settingsOf(mode: 'demo' | 'live'): Settings {
  return {
    global: { appid: 730, snow: false, mode },
    coinflip: { minbet: 1, feeBps: 500 },
    jackpot: { minbet: 2, feeBps: 300 },
    casebattle: { paused: false, modes: ['NORMAL'], mostCases: 50, mostUsd: 25_000 },
    beacon: { simulated: mode === 'demo' },
  } as Settings;
}

/** A game's own question. */
const HOW: FaqQuestion = { ask: 'How does a game work?', answer: 'Like this.' };

/** The answer if it is plain text; '' for answers with links. */
function textOf(question: FaqQuestion | undefined): string {
  return typeof question?.answer === 'string' ? question.answer : '';
}

function answer(mode: 'demo' | 'live', ask: string): string {
  const question = chaptersOf(settingsOf(mode), [HOW])
    .flatMap(({ questions }) => questions)
    .find((one) => one.ask === ask);
  return textOf(question);
}

const AGAINST = 'Do I play against people or against the house?';
const KNOWING = 'Could Fairpot know or choose the result?';

test('battles have a house edge, and no answer denies it', () => {
  for (const mode of ['demo', 'live'] as const) {
    const texts = chaptersOf(settingsOf(mode), [HOW]).flatMap(({ questions }) => questions.map(textOf));
    expect(texts.join(' ')).not.toMatch(/not against the house/i);
    expect(answer(mode, AGAINST)).toMatch(/case battles .* house’s edge: about 5 or 6% .* never more than 20%/i);
    expect(answer(mode, 'What does it cost?')).toMatch(/^Case battles: no fee, the edge/);
  }
});

test('house bots may fill seats only in a demo', () => {
  expect(answer('demo', AGAINST)).toContain('Against a bot you play against the house');
  expect(answer('live', AGAINST)).not.toMatch(/bot/i);
});

test('a site that runs the beacon itself does not claim that it cannot know a result', () => {
  expect(answer('demo', KNOWING)).toMatch(/^With the real beacon neither: .* here it could know a result early/);
  expect(answer('live', KNOWING)).toMatch(/^Not while there is value at stake: /);
  expect(answer('live', KNOWING)).not.toContain('demo');
});

test('includes how each game works, and minimum bets and fees from the settings', () => {
  expect(answer('demo', HOW.ask)).toBe('Like this.');
  expect(answer('demo', 'What can I stake?')).toContain('and at least $2.00 (Jackpot) or $1.00 (Coinflip) in total.');
  expect(answer('demo', 'What does it cost?')).toContain('Jackpot: 3% of the pot. Coinflip: 5% of the pot. The fee');
});
