/** The FAQ says whom one plays against, and who makes the beacon, as it is in each mode. */
import { expect, test } from 'vitest';
import type { Settings } from '@fairpot/contract/settings';
import { chaptersOf, type Question } from './questions.tsx';

/** What the page reads of the settings, in a demo and in live. */
function settingsOf(mode: 'demo' | 'live'): Settings {
  return {
    global: { appid: 730, snow: false, mode },
    coinflip: { minbet: 1, feeBps: 500 },
    jackpot: { minbet: 1, feeBps: 500 },
    beacon: { simulated: mode === 'demo' },
  } as Settings;
}

/** The answer where it is plain text; those with links are not asked for here. */
function textOf(question: Question | undefined): string {
  return typeof question?.answer === 'string' ? question.answer : '';
}

function answer(mode: 'demo' | 'live', ask: string): string {
  const question = chaptersOf(settingsOf(mode))
    .flatMap(({ questions }) => questions)
    .find((one) => one.ask === ask);
  return textOf(question);
}

const AGAINST = 'Do I play against people or against the house?';
const KNOWING = 'Could Fairpot know or choose the result?';

test('battles have an edge of the house, and no answer says that nobody plays against it', () => {
  for (const mode of ['demo', 'live'] as const) {
    const texts = chaptersOf(settingsOf(mode)).flatMap(({ questions }) => questions.map(textOf));
    expect(texts.join(' ')).not.toMatch(/not against the house/i);
    expect(answer(mode, AGAINST)).toMatch(/case battles .* house’s edge: about 5 or 6 % .* never more than 20 %/i);
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
