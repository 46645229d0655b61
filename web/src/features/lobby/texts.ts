/** Texts of the head of the first page. */
export const texts = {
  label: 'Fairpot now',
  claim: 'Stake skins against each other.',
  promise: 'Every result is checkable in your browser.',
  totals: {
    rounds: 'Proven rounds',
    paid: 'Won by players',
    checked: 'Verified here now',
    wrong: (count: number) => `${count} wrong`,
  },
  strip: 'Newest results and games',
  won: 'won',
  inPlay: 'In play',
  waiting: 'Waiting for a player',
  spots: (free: number) => (free === 1 ? '1 free spot' : `${free} free spots`),
  perSpot: 'a spot',
  staked: 'staked',
  failed: 'The newest results could not be loaded.',
  retry: 'Try again',
  empty: 'No round has finished yet. This is how one works:',
  steps: [
    { title: 'Stake', text: 'Players put items in. The hash of a secret is public before the first stake.' },
    { title: 'Lock', text: 'The stakes lock. A public beacon, unknown until then, decides.' },
    { title: 'Check', text: 'The secret is published. Your browser recomputes the result.' },
  ],
} as const;
