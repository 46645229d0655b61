/** Texts of the watcher: seals, alarms, and the reasons of a mismatch. */

import { checksText } from '@fairpot/fairness/protocol/step';

export const texts = {
  /** Reasons why the seal of a lock is proof of cheating. */
  open: {
    otherCommitment: 'The lock contains a different commitment from the one shown.',
    otherStakes: (difference: string) => `The lock contains different stakes from those shown: ${difference}`,
    notALock: 'The lock is not a valid record of the protocol.',
    broken: (why: string) => `The sealed secret does not open: ${why}`,
  },

  /** Reasons why an observation contradicts an earlier one. */
  contradiction: {
    game: (before: string, now: string) => `This round was a ${before} and is now a ${now}`,
    commitment: 'The commitment was replaced after it was shown',
    lock: 'The lock record was changed after it was published',
    stakeMissing: 'A stake seen earlier is gone',
    stakeOwner: 'A stake seen earlier now belongs to someone else',
    stakeChanged: 'A stake seen earlier has changed',
    cases: 'The cases of this battle were changed after they were shown',
    mode: (before: string, now: string) => `This battle was ${before} and is now ${now}`,
    seats: 'The seats of this battle were changed after they were shown',
    table: (caseId: string) => `The price or drop table of ${caseId} was changed after it was shown`,
    published: (difference: string) =>
      `The published result differs from the one that your browser opened from the seal: ${difference}.`,
    otherSecret: 'a different secret',
    voided:
      'This round was voided although its beacon round was out: your browser had already opened the result from the ' +
      'seal.',
  },

  seal: {
    watching: 'Watching',
    sawOpen: 'Your browser noted the commitment before the stakes were complete.',
    sawLocked: 'Your browser noted the locked stakes while the round was running.',
    willCheck: 'Your browser will recompute this round.',
    checking: 'Checking',
    checkingText: 'Your browser is recomputing this round.',
    unchecked: 'Not checked',
    uncheckedText:
      'This round was not checked: the verifier or a trusted beacon is missing. Nothing is claimed about it.',
    mismatch: 'MISMATCH',
    opened: 'Opened by your browser',
    openedText: (beaconRound: string, seen: string) =>
      `The site did not publish this result in time. Your browser took beacon round ${beaconRound}, opened the ` +
      `sealed secret with it and computed the result itself.${seen}`,
    openedLate: ' It first saw the locked stakes when that round was already due.',
    recomputed: (checks: number, log: string) => `Your browser recomputed this result: ${checksText(checks)}.${log}`,
    logged: ' It found the round in the public log.',
    notLogged: ' The round is not in the public log yet.',
    simulated: ' The beacon is simulated (play money): this site signs it and could know it early.',
    clockAhead: 'Your clock is ahead',
    late: 'Seen late',
    lateText: (recomputed: string, rest: string) =>
      `${recomputed} But by its own clock it first saw the locked stakes when the beacon round was already due, so ` +
      `it cannot confirm that they were locked before.${rest}`,
    sawBoth: 'It saw the commitment before the stakes, and the locked stakes before the beacon.',
    sawLock: 'It saw the locked stakes before the beacon, but not the round before the lock.',
    verified: 'Verified',
    joinedLate: 'Verified, joined late',
  },

  /** Sentences that follow those about a lock. */
  clock: {
    demoBeacon: 'this demo’s simulated beacon',
    simulatedBeacon: 'The simulated beacon',
    drand: 'drand',
    unknown: (beacon: string) => ` ${beacon} did not answer, so your clock was not checked.`,
    right: (beacon: string) => ` Your clock agrees with the newest round of ${beacon}.`,
    behind: (by: string, beacon: string) =>
      ` Your clock is at least ${by} behind, as a signed round of ${beacon} proves; the check allows for that.`,
    ahead: (by: string, beacon: string) =>
      ` Your clock is ${by} ahead of the newest round of ${beacon}: please correct it. A clock that is ahead makes ` +
      'locks look late that were not.',
    seconds: (count: number) => `${count.toLocaleString('en-US')} second${count === 1 ? '' : 's'}`,
  },

  banner: {
    mismatch: (count: number) =>
      count === 1 ? 'MISMATCH: a round does not add up' : `MISMATCH: ${count} rounds do not add up`,
    steps: 'See every step',
    mismatchText: (roundId: string, game: string, reason: string) =>
      `Round ${roundId} of ${game}. ${reason} Your browser found this by itself. Keep a copy of the proof and stop ` +
      'staking.',
    beacon: 'The beacon of this site has changed',
    accept: 'I know why: trust the new key',
    beaconText: (pinned: string, offered: string, key: string) =>
      `This browser pinned the chain ${pinned}; the server now names ${offered} with key ${key}. Until you accept ` +
      'it, no new round counts as verified.',
  },

  openedNote: {
    title: 'Opened by your browser',
    ticket: (ticket: string, total: string) => `Ticket ${ticket} of ${total}.`,
    unpublished: 'The site has not published this result. Beacon round',
    paidLater: 'opened the sealed secret; the result is paid when the site responds again.',
  },

  range: {
    label: 'Tickets and their owners',
    tickets: (count: string) => `${count} tickets, $0.01 each`,
    ticket: 'Ticket',
    owns: (label: string, from: number, to: number, percent: string, wins: boolean) =>
      `${label} owns tickets ${from} to ${to}, ${percent} percent${wins ? ', and wins' : ''}`,
  },

  workerFailed: 'The verifier could not be started',
} as const;
