/** Texts of the desk's own frame. Each screen has its texts in its folder; what several share is in kit/texts.ts. */
export const texts = {
  title: 'Staff desk',
  screens: {
    tickets: 'Tickets',
    users: 'Users',
    trades: 'Trades',
    review: 'Review',
    protection: 'Protection',
    breakers: 'Breakers',
    pauses: 'Pauses',
    settings: 'Settings',
    cases: 'Cases',
    promo: 'Promo codes',
    adjustments: 'Adjustments',
    personas: 'Personas',
    reports: 'Reports',
    audit: 'Audit log',
    signIn: 'My sign-in',
  },
  notFound: 'Page not found',
  noScreen: 'There is no staff screen at this address',
  noScreenText: 'Your role may not have access to it.',
} as const;
