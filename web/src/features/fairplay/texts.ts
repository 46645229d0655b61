/** Texts of the Fairplay page. Its long prose is in prose-texts.ts. */

import { checksText } from '@fairpot/fairness/protocol/step';

export const texts = {
  page: {
    title: 'Fairplay',
    lead:
      'No one, not even Fairpot, can know a result before the stakes lock, change it afterwards, hide it, or show ' +
      'two players different histories. Do not take our word for it: check it here.',
    solvency: 'What we owe and hold',
    demo:
      'This is a demo with play money. The site runs the beacon itself, so here it could know a result early. Only ' +
      'the real beacon rules that out; the rest of this promise holds here too.',
    drand:
      'The beacon is drand, a network of independent organisations. No one can know its number early or choose it.',
    offline: 'A saved ROUND.json can be checked without the server.',
    how: 'How a round works',
  },

  commitment: {
    broken: 'MISMATCH: this secret does not match this hash',
    matches: 'The secret matches the hash',
  },

  commandLine: {
    title: 'Check it without this page',
    text:
      'Download the proof of a round and run the open verifier in a checkout of the sources, or from the tarball of ' +
      'a release (hash in its SHA256SUMS). It uses the same arithmetic and needs neither our server nor our page.',
    label: 'Command',
  },

  missing: {
    unknown: 'No settled round has this commitment. A cancelled round has no proof.',
    scripted:
      'Only staff and house personas take part in this round, for show. It makes no fairness claim, so there is ' +
      'nothing to verify. The public log contains its opening and the staff act, but no result.',
    unsettled: 'This round is not settled yet: its secret is still sealed. Come back after the result.',
  },

  input: {
    label: 'Check any round',
    placeholder: 'Round id, hash, secret or proof',
    check: 'Check',
    openFile: 'Open file',
    about: 'Or drop a saved ROUND.json here: your browser verifies it offline.',
    missing: 'Enter a round id, hash, secret or proof',
    unknown: 'Not a round id, hash, secret or proof',
    tooLarge: 'This file is too large to be a proof',
  },

  verdict: {
    ok: 'This round adds up',
    mismatch: 'MISMATCH',
    recomputed: (ms: number, checks: number) => `Recomputed in this browser in ${ms} ms: ${checksText(checks)}.`,
    simulated: 'Simulated beacon: this site holds its key, so it could have known the result. Play money only.',
    round: (game: string) => `${game} round`,
    command: 'Command',
    download: 'Download proof',
    failed: 'The verifier could not be loaded, so nothing was checked.',
  },

  draw: {
    title: (draws: number) => (draws > 1 ? 'The draws' : 'The draw'),
    all: 'All draws',
    how: 'How this ticket was drawn',
    key: 'Key',
    digest: (label: string) => `Digest of "${label}"`,
    firstWord: 'First 64-bit word',
    firstAccepted: 'First accepted word',
    mod: (n: string) => `Word mod ${n}`,
    red: '1 Red',
    blue: '2 Blue',
    player: (number: number, name: string) => `${number}. ${name}`,
    ticket: 'Ticket',
    inEntry: 'is in entry',
    ofEntries: (count: number, from: string, to: string, percent: string) =>
      `of ${count}, tickets ${from} to ${to}: ${percent}% of the pot, staked by`,
  },

  battle: {
    round: 'Round',
    total: 'Total',
    wins: 'wins',
    team: (number: number) => `Team ${number}`,
    ofTeam: (team: number, seat: number) => `Team ${team}, seat ${seat}`,
    ticket: (ticket: string) => `Ticket ${ticket}`,
    ticketOf: (total: string) => `of ${total} is drop`,
    ofCase: (caseId: string) => `of case ${caseId}, worth`,
    chance: (percent: string) => `, with a chance of ${percent}%.`,
    tie: (teams: string, count: number) =>
      `Teams ${teams} tied: one more ticket of ${count}, with equal chances, went to team`,
    showTie: 'Show that draw',
  },

  steps: {
    passed: (passed: number, all: number) => `${passed} of ${all} pass`,
    ok: 'Passed',
    failed: 'Failed',
    empty: '(empty)',
    same: 'Computed = published',
    computed: 'Computed',
    published: 'Published',
  },

  chapters: {
    commitment: {
      title: 'The secret was fixed first',
      summary: 'The hash shown before any stake is the hash of this secret.',
    },
    lock: {
      title: 'The stakes were locked',
      summary: 'All stakes, in one record with one hash. Nothing may change after it.',
    },
    beacon: {
      title: 'The public beacon came later and opened the seal',
      summary: 'A signed number, named by a formula before it existed. It opens the sealed secret in the lock.',
    },
    draw: {
      title: 'All three determine the ticket',
      summary: 'Secret, beacon and stakes make a key; the key draws a ticket without bias.',
    },
    payout: {
      title: 'The winner was paid',
      summary: 'Pot, fee and shares follow from the ticket.',
    },
  },

  whatIf: {
    title: 'Try other inputs',
    reset: 'Reset',
    changed: 'Your changes, not the recorded round.',
    hint: (hasStakes: boolean) =>
      `Change one character${hasStakes ? ' or one cent' : ''} and watch the ` +
      `${hasStakes ? 'ticket jump' : 'drops change'}. This is why every input is fixed before the next one exists.`,
    secret: 'Secret',
    signature: 'Beacon signature',
    signatureError: '48 bytes: 96 lower-case hex digits',
    stake: (number: number) => `Stake ${number} in dollars`,
    stakeError: 'An amount such as 20.00',
    noDraw: 'These inputs do not give a draw.',
    failing: 'Checks that fail with your changes:',
  },
} as const;
