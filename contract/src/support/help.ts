/** Free and confidential help with gambling: shown on /self-exclusion, checked daily by `npm run help-links`. */
export const HELP_LINKS = [
  { name: 'Gambling Therapy', what: 'free help online, in many languages', href: 'https://www.gamblingtherapy.org/' },
  { name: 'Gamblers Anonymous', what: 'people who have been there', href: 'https://www.gamblersanonymous.org/' },
  { name: 'BeGambleAware', what: 'advice, and a help line in Great Britain', href: 'https://www.begambleaware.org/' },
  { name: 'National Council on Problem Gambling', what: '1-800-GAMBLER', href: 'https://www.ncpgambling.org/' },
] as const;
