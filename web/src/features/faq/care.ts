/** The FAQ's chapters that do not depend on settings: responsible play, and what Fairpot will not do. */
import { linked, type FaqChapter } from './parts.tsx';
import { texts } from './texts.ts';

const { care: careTexts, never: neverTexts } = texts;

export const care: FaqChapter = {
  id: 'care',
  title: careTexts.title,
  questions: [
    { ask: careTexts.who, answer: careTexts.whoAnswer },
    { ask: careTexts.track, answer: linked(careTexts.trackAnswer) },
    { ask: careTexts.limits, answer: linked(careTexts.limitsAnswer) },
    { ask: careTexts.data, answer: linked(careTexts.dataAnswer) },
    { ask: careTexts.stop, answer: careTexts.stopAnswer },
  ],
};

export const never: FaqChapter = {
  id: 'never',
  title: neverTexts.title,
  questions: [
    { ask: neverTexts.pick, answer: neverTexts.pickAnswer },
    { ask: neverTexts.keep, answer: neverTexts.keepAnswer },
    { ask: neverTexts.pretend, answer: neverTexts.pretendAnswer },
    { ask: neverTexts.busy, answer: neverTexts.busyAnswer },
    { ask: neverTexts.cheer, answer: neverTexts.cheerAnswer },
  ],
};
