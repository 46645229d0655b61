/** Texts of the profile page. Those of the other tabs are in `history/`, `limits/` and `account/`. */

export const texts = {
  why: 'Your profile belongs to your Steam account.',
  tabs: { overview: 'Overview', history: 'History', limits: 'Limits', account: 'Account' },
  steamId: 'SteamID',
  experience: (xp: string) => `${xp} XP in total. You gain 10 XP per dollar staked.`,

  results: {
    title: 'Results',
    net: 'Net result',
    table: 'Results by game',
    columns: ['Game', 'Played', 'Won', 'Staked', 'Received', 'Fees'],
  },

  preferences: {
    title: 'This browser',
    sound: 'Sound',
    soundHint: 'Short cues for stakes, starts and results',
    motion: 'Reduce motion',
    motionHint: 'Results fade in instead of spinning, after the same time',
    shortcuts: 'Keyboard shortcuts',
    shortcutsHint: 'Press ? anywhere to see them',
    readChat: 'Read chat aloud',
    readChatHint: 'For screen readers: every message, not only those that mention you',
    showShortcuts: 'Show shortcuts',
  },

  rounds: {
    title: 'Your rounds',
    empty: 'No settled rounds yet',
    emptyText: 'Rounds that you play will appear here with their proofs.',
    older: 'Older rounds',
    won: 'Won',
    lost: 'Lost',
    staked: 'staked',
    check: 'Check',
    checkRound: (game: string, when: string) => `Check the ${game} of ${when}`,
  },

  statistics: {
    title: 'Over time',
    period: 'Period',
    days30: '30 days',
    days90: '90 days',
    year: '1 year',
    chart: 'Chart',
    empty: 'No statistics yet',
    emptyText: 'After your first settled round, your net position, stakes and wins will appear here day by day.',
    day: 'Day (UTC)',
    tabs: { net: 'Net position', staked: 'Staked', rounds: 'Wins' },
    labels: { net: 'Net position', staked: 'Staked per game', rounds: 'Rounds played and won' },
    about: {
      net: 'Total won minus total staked, at the end of each day.',
      staked: 'Your stakes per day, by game.',
      rounds: 'Settled rounds per day, and how many of them you won.',
    },
    played: 'Played',
    won: 'Won',
  },

  tradeLink: 'Trade link',
} as const;
