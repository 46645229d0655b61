/**
 * The steps of a verification in the order of the round: commitment, stakes, beacon, draw, payout.
 *
 * Used by the page. Pure. Invariant: every step of the verdict is in exactly one chapter; an unknown step goes into the last
 * one, so that none is hidden.
 */
import type { VerificationStep } from '@fairpot/fairness/protocol/step';
import { texts } from './texts.ts';

export interface ProofChapter {
  readonly id: 'commitment' | 'lock' | 'beacon' | 'draw' | 'payout';
  readonly title: string;
  readonly summary: string;
  readonly steps: readonly VerificationStep[];
  readonly ok: boolean;
}

const LOCK_STEPS = ['lock-names-round', 'lock-hash', 'seen-entries', 'seen-cases', 'seen-mode', 'eos-block'];
type ChapterRule = Pick<ProofChapter, 'id' | 'title' | 'summary'> & { readonly holds: (id: string) => boolean };
const CHAPTERS: readonly ChapterRule[] = [
  {
    id: 'commitment',
    ...texts.chapters.commitment,
    holds: (id) => ['shape', 'scripted', 'commitment', 'secret-names-round', 'seen-hash'].includes(id),
  },
  { id: 'lock', ...texts.chapters.lock, holds: (id) => LOCK_STEPS.includes(id) },
  { id: 'beacon', ...texts.chapters.beacon, holds: (id) => id.startsWith('beacon-') || id === 'seal' },
  {
    id: 'draw',
    ...texts.chapters.draw,
    holds: (id) => id === 'key' || id === 'outcome' || id === 'chance' || id.startsWith('ticket:'),
  },
  { id: 'payout', ...texts.chapters.payout, holds: () => true },
];

/** The chapters with steps, in order. */
export function chaptersOf(steps: readonly VerificationStep[]): readonly ProofChapter[] {
  const rest = new Set(steps);
  const chapters = CHAPTERS.map(({ holds, ...chapter }): ProofChapter => {
    const own = [...rest].filter((step) => holds(step.id));
    for (const step of own) rest.delete(step);
    return { ...chapter, steps: own, ok: own.every((step) => step.ok) };
  });
  return chapters.filter((chapter) => chapter.steps.length > 0);
}
