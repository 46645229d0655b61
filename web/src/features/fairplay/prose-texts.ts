/** The prose of the Fairplay page: how a round is made fair, and what is proven. */

/** Moments of a round, in order. The text of the beacon depends on the beacon that this server uses. */
export const MOMENT_TEXTS = {
  secret: {
    when: 'Before any stake',
    title: 'We seal a secret',
    text:
      'We create a random secret and show its fingerprint, the hash. From now on we cannot replace it: a different ' +
      'secret has a different hash.',
  },
  lock: {
    when: 'At the lock',
    title: 'The stakes are closed',
    text:
      'One record lists every stake. It names a round of a public random beacon that does not exist yet, by a ' +
      'formula from the time, and contains the secret itself, sealed to that round.',
  },
  beacon: {
    when: '6 to 18 seconds later',
    title: 'The beacon speaks',
    real:
      'drand is a network of independent organisations that sign one number every 3 seconds. No one can know it ' +
      'early or choose it; its signature proves it.',
    simulated:
      'In this demo the site runs the beacon itself: like drand it signs one number every 3 seconds, and it could ' +
      'know the number early. The signature is still checked. With real value the beacon is drand, a network of ' +
      'independent organisations, where no one can know the number early or choose it.',
  },
  draw: {
    when: 'At once',
    title: 'A ticket is drawn',
    text:
      'The beacon opens the sealed secret, for everyone. Secret, beacon and stakes are mixed into a key, and the key ' +
      'draws the tickets. Where one cent is one ticket, your chance is your share of the pot.',
  },
  check: {
    when: 'With the result',
    title: 'Your browser checks it',
    text:
      'It repeats the draw of every round you watch. If we stay silent, it asks the beacon, opens the seal and shows ' +
      'you the result without us. So no result can be hidden.',
  },
} as const;

export const BATTLES_TEXT = {
  lead: 'Case battles',
  text:
    'work the same way. They start 6 to 9 seconds after the last seat is taken. Each opened case draws its own ' +
    'ticket from a table of prices and weights that is in the lock and in the public log; a tie draws one more, with ' +
    'equal chances. The lock also contains the newest EOS block that two nodes agreed on, if there was one. It shows ' +
    'that the record is not older than that block; no result depends on it.',
} as const;

/** A claim in short, and its reason. */
export interface TrustClaim {
  readonly what: string;
  readonly why: string;
}

export const TRUST_TITLES = {
  section: 'What is proven, and what you still have to trust',
  proven: 'Proven by your own browser',
  trusted: 'A matter of trust',
} as const;

export const PROVEN: readonly TrustClaim[] = [
  {
    what: 'The result follows from the stakes, the secret and the beacon.',
    why: 'Your browser recomputes it. Anyone with the proof can do the same, without us.',
  },
  {
    what: 'The secret was fixed before the stakes.',
    why: 'Its hash was shown when the round opened. A browser that saw it then compares it.',
  },
  {
    what: 'The result cannot be hidden.',
    why:
      'The secret is sealed to the beacon round that the lock names. Once that round is out, anyone can open the ' +
      'seal, and a seal that does not open is proof against us.',
  },
  {
    what: 'The stakes were locked before the beacon spoke.',
    why:
      'Your browser notes when it first saw the lock, by its own clock, and checks that clock against the newest ' +
      'round of the beacon itself. If it was too late, the seal says “Seen late” and never “Verified”; if your clock ' +
      'is wrong, the seal says so.',
  },
  {
    what: 'Everyone sees the same history.',
    why:
      'Every opening, lock and result is in a public log that only grows. Browsers compare its head with the one ' +
      'they saw before, and outside witnesses cosign it; the check of a round names the witnesses that cosigned its ' +
      'lock.',
  },
];

/** Not shown where the site runs the beacon. */
export const DRAND_CLAIM: TrustClaim = {
  what: 'That drand’s members do not conspire.',
  why: 'More than half of independent organisations would have to work together to know a number early.',
};

export const TRUSTED: readonly TrustClaim[] = [
  {
    what: 'That you are paid.',
    why:
      'Arithmetic shows who won. That the winnings reach your account is our promise; you can see it in your ' +
      'account’s history.',
  },
  {
    what: 'That two accounts are two people.',
    why: 'Nothing shows who is behind an account. Bots of the house wear a badge because we put it there.',
  },
  DRAND_CLAIM,
  {
    what: 'When a round was locked that no one outside watched.',
    why:
      'If no browser saw the lock in time and no witness cosigned it, the order in the log is our word. The check of ' +
      'a round says so.',
  },
];

/** Comes first where the site runs the beacon. */
export const DEMO_CLAIM: TrustClaim = {
  what: 'In this demo: that the beacon is not read ahead.',
  why:
    'The site runs the beacon itself with its own key, and the holder of that key knows every result before the ' +
    'stakes are locked. No check can rule that out. It is play money only; with real value the beacon is drand.',
};

export const WITNESS_CLAIMS = {
  none: {
    what: 'That everyone is shown the same log, while no witness watches it.',
    why: 'This site names no witness now. Two logs for two people are detected only when they compare what they saw.',
  },
  simulated: (names: string): TrustClaim => ({
    what: `In this demo: that ${names} is independent.`,
    why: 'It is not: this site runs it, to show how a witness works. With real value others run the witnesses.',
  }),
  real: (names: string): TrustClaim => ({
    what: `That the witnesses do not conspire with us: ${names}.`,
    why:
      'Others run them, and anyone can run one more. Enough of them together with this site could vouch for a second ' +
      'log.',
  }),
} as const;
