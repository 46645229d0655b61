/** The FAQ says whom one plays against, and who makes the beacon, as it is in each mode. */
import { expect, test } from 'vitest';
import type { Settings } from '@fairpot/contract/settings/schemas';
import type { FaqQuestion } from './parts.tsx';
import { chaptersOf } from './questions.tsx';

/** What the page reads of the settings, in a demo and in live. */
function settingsOf(mode: 'demo' | 'live'): Settings {
  return {
    global: { appid: 730, snow: false, mode },
    coinflip: { minbet: 1, feeBps: 500 },
    jackpot: { minbet: 2, feeBps: 300 },
    casebattle: { paused: false, modes: ['NORMAL'], mostCases: 50, mostUsd: 25_000 },
    beacon: { simulated: mode === 'demo' },
  } as Settings;
}

/** What a game says of itself. */
const HOW: FaqQuestion = { ask: 'How does a game work?', answer: 'Like this.' };

/** The answer where it is plain text; those with links are not asked for here. */
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

test('battles have an edge of the house, and no answer says that nobody plays against it', () => {
  for (const mode of ['demo', 'live'] as const) {
    const texts = chaptersOf(settingsOf(mode), [HOW]).flatMap(({ questions }) => questions.map(textOf));
    expect(texts.join(' ')).not.toMatch(/not against the house/i);
    expect(answer(mode, AGAINST)).toMatch(/case battles .* house’s edge: about 5 or 6% .* never more than 20%/i);
    expect(answer(mode, 'What does it cost?')).toMatch(/^Case battles: no fee, the edge/);
  }
});

test('a table may be filled by bots of the house in a demo, and only there', () => {
  expect(answer('demo', AGAINST)).toContain('Against a bot you play against the house');
  expect(answer('live', AGAINST)).not.toMatch(/bot/i);
});

test('a site that plays the beacon itself does not claim that it cannot know a result', () => {
  expect(answer('demo', KNOWING)).toMatch(/^With the real beacon neither: .* here it could know a result early/);
  expect(answer('live', KNOWING)).toMatch(/^Not while there is value at stake: /);
  expect(answer('live', KNOWING)).not.toContain('demo');
});

test('each game says how it works, and least bets and fees are those of the settings', () => {
  expect(answer('demo', HOW.ask)).toBe('Like this.');
  expect(answer('demo', 'What can I stake?')).toContain('and at least $2.00 (Jackpot) or $1.00 (Coinflip) in all.');
  expect(answer('demo', 'What does it cost?')).toContain('Jackpot: 3% of the pot. Coinflip: 5% of the pot. The fee');
});
