/** Texts of the checker. */

import { checksText } from '@fairpot/fairness/protocol/step';

export const texts = {
  busy: 'Checking ...',
  holds: 'Holds',
  broken: 'Does not hold',
  unpinned: 'Holds, under a key that you did not give',
  partly: 'Not verified completely',
  failed: 'Not checked',
  noSite: 'Enter the address of a site, such as https://fairpot.example.',
  noRound: 'Enter the id of a round, or choose a saved file.',
  badKey: 'The log key is not readable. It looks like name+1a2b3c4d+base64.',
  simulated: 'Simulated beacon: play money. Its operator could know results.',
  pin: (key: string) =>
    'The site itself supplied the log’s key, which does not show whose log it is. ' +
    `Compare it with one from a source that you trust: ${key}`,
  unreachable: (url: string) =>
    `${url} did not answer. Check the address and your connection; ` +
    'a site of another kind does not allow this page to read it.',
  answered: (url: string, status: number) => `${url} answered ${status}.`,
  notJson: (url: string) => `${url} did not answer with JSON.`,
  noFile: 'The file is not JSON.',
  round: (checks: number) => `Recomputed on this machine: ${checksText(checks)}.`,
  firstDifference: (title: string) => `First difference: ${title}`,
  step: { computed: 'Computed', published: 'Published' },
  log: {
    noHead: 'The site has no signed head.',
    progress: (leaves: number, size: number) => `${leaves.toLocaleString('en')} of ${size.toLocaleString('en')} leaves`,
    summary: (leaves: string, settled: string, rest: string) =>
      `${leaves} leaves, ${settled} settled rounds recomputed, ${rest}.`,
    rest: (cancelled: number, voided: number, running: number) =>
      `${cancelled} cancelled, ${voided} voided, ${running} in progress`,
    unknown: (rounds: number, game: string) =>
      `${rounds} settled rounds of ${game}, a game that this checker does not know: their draws were not recomputed`,
    more: (count: number) => `and ${count} more findings`,
    leaf: (leaf: number) => `Leaf ${leaf}`,
    missing: (what: string) => `the log does not serve ${what}`,
    root: 'the leaves do not hash to the signed head',
  },
  solvency: {
    none: 'The site has published no statement yet.',
    summary: (number: number, leaves: string, holding: string) =>
      `Statement ${number}: ${leaves} leaves, ${holding} of them with a balance, sum to what the log states.`,
    owed: (usd: string, items: string, worth: string) => `Owed to players: ${usd}, and ${items} items worth ${worth}.`,
    word: 'What the site holds is its own word, except for addresses that you can look up on their chains.',
  },
} as const;
