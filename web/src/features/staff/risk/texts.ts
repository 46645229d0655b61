/** Texts of risk flags: signs that a player may be harmed by their play. */
export const texts = {
  title: 'Player protection',
  lead: 'Play that staff should review. Nothing happens automatically: the player was shown where limits and help are.',
  list: 'Risk flags',
  empty: 'No flags to review',
  emptyPlayer: 'No flags so far',
  signal: 'Signal',
  seen: 'Detected (UTC)',
  review: 'Review',
  markReviewed: 'Mark reviewed',
  markOne: (name: string, signal: string) => `Mark reviewed: ${name}, ${signal}`,
  reviewTitle: (name: string) => `Review the play of ${name}`,
  reviewText: 'Enter what you saw and what you did. Nothing changes for the player.',
  reviewConfirm: 'MARK REVIEWED',
} as const;
