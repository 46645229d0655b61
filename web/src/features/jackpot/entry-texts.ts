/** Texts of the landing page's first paint; apart from texts.ts, so that the first load stays small. */
export const entryTexts = {
  title: 'Jackpot',
  lead: 'One pot. Every cent is one ticket.',
} as const;
