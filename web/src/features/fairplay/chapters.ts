/**
 * The steps of a verification, told in the order of the round: commitment, stakes, beacon, draw, payout.
 *
 * Called by the page. Pure. Invariant: every step of the verdict is in exactly one chapter; a step that this file does
 * not know stands in the last one, so that none can go unseen.
 */
import type { VerificationStep } from '@fairpot/fairness/protocol/step';

export interface ProofChapter {
  readonly id: 'commitment' | 'lock' | 'beacon' | 'draw' | 'payout';
  readonly title: string;
  readonly says: string;
  readonly steps: readonly VerificationStep[];
  readonly ok: boolean;
}

const LOCK_STEPS = ['lock-names-round', 'lock-hash', 'seen-entries', 'seen-cases', 'seen-mode', 'eos-block'];
const CHAPTERS: readonly (Pick<ProofChapter, 'id' | 'title' | 'says'> & { readonly holds: (id: string) => boolean })[] = [
  {
    id: 'commitment',
    title: 'The secret was fixed first',
    says: 'The hash shown before any stake is the hash of this very secret.',
    holds: (id) => ['shape', 'scripted', 'commitment', 'secret-names-round', 'seen-hash'].includes(id),
  },
  {
    id: 'lock',
    title: 'The stakes were locked',
    says: 'Who staked what, in one record with one hash. Nothing may change after it.',
    holds: (id) => LOCK_STEPS.includes(id),
  },
  {
    id: 'beacon',
    title: 'The public beacon came later and opened the seal',
    says:
      'A number named by a formula before it existed, and signed. It opens the sealed secret that stands in the ' +
      'lock.',
    holds: (id) => id.startsWith('beacon-') || id === 'seal',
  },
  {
    id: 'draw',
    title: 'All three give the ticket',
    says: 'Secret, beacon and stakes make a key; the key draws a ticket without bias.',
    holds: (id) => id === 'key' || id === 'outcome' || id === 'chance' || id.startsWith('ticket:'),
  },
  {
    id: 'payout',
    title: 'The winner was paid',
    says: 'Pot, fee and shares follow from the ticket.',
    holds: () => true,
  },
];

/** The chapters that have steps, in order. */
export function chaptersOf(steps: readonly VerificationStep[]): readonly ProofChapter[] {
  const rest = new Set(steps);
  const chapters = CHAPTERS.map(({ holds, ...chapter }): ProofChapter => {
    const own = [...rest].filter((step) => holds(step.id));
    for (const step of own) rest.delete(step);
    return { ...chapter, steps: own, ok: own.every((step) => step.ok) };
  });
  return chapters.filter((chapter) => chapter.steps.length > 0);
}
