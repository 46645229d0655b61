/** Texts of a repeated stake. In a file of their own, so that pages without a stake window do not load them. */
export const againTexts = {
  others: (sum: string) => `From the items you have, in place of your last stake, ${sum}.`,
  none: (sum: string) => `No items of yours add up to your last stake, ${sum}.`,
} as const;
