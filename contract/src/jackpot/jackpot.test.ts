import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyJackpotFact } from './views.ts';
import type { JackpotEntryView, JackpotPhase, JackpotRound } from './schemas.ts';
import { JackpotFact, JackpotState } from './schemas.ts';

const id = (n: number) => `rnd_${String(n).padStart(26, '0')}`;

function round(number: number, over: Partial<JackpotRound> = {}): JackpotRound {
  return {
    id: id(number),
    version: 1,
    phase: 'WAITING',
    value: 0,
    entries: [],
    openedAt: number * 1_000,
    deadlineAt: null,
    finishedAt: null,
    settledAt: null,
    hash: 'ab',
    secret: null,
    feeBps: 500,
    result: null,
    scripted: false,
    fair: { number, lock: null, drandRound: null, drandSignature: null, ticket: null, pseudonyms: {} },
    ...over,
  };
}

function entry(no: number): JackpotEntryView {
  const user = {
    id: `ply_${'0'.repeat(26)}`,
    steamid: '76561198000000101',
    name: 'rookbolt',
    avatar: '',
    level: 1,
    experience: 100,
    isFake: false,
    badge: null,
  };
  const from = (no - 1) * 100;
  return { no, user, pseudonym: 'aa', items: [], totalUsd: 1, from, to: from + 100, at: no };
}

const state = (game: JackpotRound | null, last: JackpotRound | null = null): JackpotState => ({
  state: { finishedAt: game && game.finishedAt },
  game,
  last,
  minbet: 1,
  feeBps: 500,
  paused: false,
});

function entered(roundId: string, no: number): JackpotFact {
  const phase: JackpotPhase = no > 1 ? 'COUNTDOWN' : 'WAITING';
  const deadlineAt = no > 1 ? 60_000 + no : null;
  const base = { type: 'jackpot.entered' as const, roundId, version: no + 1 };
  return { ...base, entry: entry(no), phase, value: no, deadlineAt };
}

/** Round 1 at each version, with the fact that led there: opened, `n` entries, locked, ended, next opened. */
function story(n: number): { fact: JackpotFact; after: JackpotState }[] {
  let current = round(1);
  const steps = [
    {
      fact: { type: 'jackpot.opened', roundId: id(1), version: 1, round: current } as JackpotFact,
      after: state(current),
    },
  ];
  for (let no = 1; no <= n; no += 1) {
    const fact = entered(id(1), no);
    if (fact.type !== 'jackpot.entered') throw new Error('not an entry');
    const { version, phase, value, deadlineAt } = fact;
    current = { ...current, version, phase, value, deadlineAt, entries: [...current.entries, fact.entry] };
    steps.push({ fact, after: state(current) });
  }
  const fair = { ...current.fair, lock: '{}', drandRound: 7 };
  current = { ...current, version: n + 2, phase: 'FINISHING', finishedAt: 99_000, fair };
  const locked = { type: 'jackpot.locked' as const, roundId: id(1), version: n + 2, finishedAt: 99_000, fair };
  steps.push({ fact: locked, after: state(current) });
  current = { ...current, version: n + 3, phase: 'SETTLED', settledAt: 108_000, secret: 's' };
  steps.push({
    fact: { type: 'jackpot.ended', roundId: id(1), version: n + 3, round: current },
    after: state(current),
  });
  const next = round(2);
  steps.push({
    fact: { type: 'jackpot.opened', roundId: id(2), version: 1, round: next },
    after: state(next, current),
  });
  return steps;
}

describe('a fact changes the state', () => {
  test('each fact in order, from the opening to the next round', () => {
    let view = state(null);
    for (const { fact, after } of story(3)) {
      const next = applyJackpotFact(view, JackpotFact.parse(fact));
      expect(next).toEqual(after);
      view = JackpotState.parse(next);
    }
    expect(view.last?.phase).toBe('SETTLED');
  });

  test('old facts change nothing: the same object is returned', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.nat(), fc.nat(), (n, a, b) => {
        const steps = story(n);
        const at = a % steps.length;
        const { after } = steps[at] ?? { after: state(null) };
        const old = steps[b % (at + 1)];
        return old === undefined || applyJackpotFact(after, old.fact) === after;
      }),
    );
  });

  test('a missed entry is a gap; a missed step before the end is not, because the end carries the round', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.nat(), fc.nat(), (n, a, b) => {
        const steps = story(n);
        const [from, to] = [Math.min(a % steps.length, b % steps.length), Math.max(a % steps.length, b % steps.length)];
        const [before, missedTo] = [steps[from], steps[to]];
        if (!before || !missedTo || to - from < 2) return;
        const next = applyJackpotFact(before.after, missedTo.fact);
        if (missedTo.fact.type === 'jackpot.ended') expect(next).toEqual(missedTo.after);
        else if (missedTo.fact.type === 'jackpot.opened') expect(next).toMatchObject({ game: { id: id(2) } });
        else expect(next).toBe('gap');
      }),
    );
  });

  test('a late opening may carry a round that is already locked', () => {
    const ahead = round(2, { version: 4, phase: 'FINISHING', finishedAt: 5 });
    const fact = { type: 'jackpot.opened' as const, roundId: id(2), version: 1, round: ahead };
    expect(applyJackpotFact(state(round(1)), fact)).toEqual(state(ahead, round(1)));
  });

  test('a round that was opened later replaces one with a higher number', () => {
    const three = round(3, { phase: 'SETTLED', openedAt: 3_000 });
    const two = round(2, { openedAt: 4_000 });
    const fact = { type: 'jackpot.opened' as const, roundId: id(2), version: 1, round: two };
    const next = applyJackpotFact(state(three), fact);
    expect(next).toEqual(state(two, three));
    expect(applyJackpotFact(state(two, three), fact)).toEqual(next);
  });

  test('the end of the previous round does not affect the current one', () => {
    const before = round(1, { version: 5, phase: 'FINISHING', finishedAt: 5 });
    const ended = { ...before, version: 6, phase: 'VOIDED' as const };
    const fact = { type: 'jackpot.ended' as const, roundId: id(1), version: 6, round: ended };
    expect(applyJackpotFact(state(round(2), before), fact)).toEqual(state(round(2), ended));
  });

  test('a fact of an unknown round is a gap', () => {
    expect(applyJackpotFact(state(round(1)), entered(id(7), 1))).toBe('gap');
    expect(applyJackpotFact(state(null), entered(id(1), 1))).toBe('gap');
  });
});
