/** Texts of the public log on the Fairplay page. Those of its alarm are in alarm-texts.ts. */

const ownWord = 'That it existed before its beacon is the word of this site, and of anyone who saw it in time.';

export const texts = {
  panel: {
    title: 'The public log',
    about:
      'Every round adds its opening, its lock and its result to one list that can only grow. Its head is signed: ' +
      'changing, dropping or hiding a round breaks it for everyone. Round numbers have no gaps, so a missing round ' +
      'shows.',
    leaves: 'Leaves',
    head: 'Head',
    signed: 'Signed',
    key: 'Key',
    keyLabel: 'Log key',
    unreachable: 'The log cannot be reached right now, so nothing was checked.',
    checking: 'Your browser is checking the head of the log.',
    grown: (leaves: string) => ` It grew by ${leaves}.`,
    continues: (leaves: string, date: string, grown: string) =>
      `Your browser checked the signature, and that this log continues the one of ${leaves} leaves that it saw on ` +
      `${date}.${grown}`,
    first:
      'Your browser checked the signature and pinned key and head. From now on it will notice when the log shows a ' +
      'different history.',
  },

  commands: {
    title: 'Check the whole log on your own machine',
    before:
      'In a checkout of the sources, the verifier downloads every leaf and recomputes every round: commitments, ' +
      'beacons, tickets, payouts, fees, gaps. With',
    after: 'it keeps a copy that can be checked again without us.',
    label: 'Command',
    offlineLabel: 'Offline command',
    client:
      'This page is itself served by the site. This command asks for it as several kinds of browser, and compares ' +
      'every file with the build that the log names.',
    clientLabel: 'Client command',
    withoutTools: 'Without a command line: one file that checks a round, the log or a statement from your disk.',
    checker: 'Download the checker',
  },

  search: {
    allGames: 'All games',
    label: 'Find a round by its number',
    placeholder: 'e.g. 17',
    game: 'Game',
    none: 'The log has no such round.',
    leaf: (index: string) => `leaf ${index}`,
    checkLabel: (game: string, number: number) => `Check ${game} ${number}`,
    check: 'Check',
    noResult: 'no result to check',
  },

  mine: {
    title: 'Your own games',
    about: 'Recomputes every settled round that you played, and looks it up in the log.',
    signIn: 'Sign in to check every round that you played.',
    button: 'Verify all my games',
    none: 'You have no settled rounds yet.',
    progress: (right: string, count: string, done: boolean) =>
      `${right} of ${count} rounds add up and are in the log${done ? '.' : ', still checking.'}`,
    problem: (roundId: string, problem: string) => `${roundId}: ${problem}`,
    steps: 'See every step',
    scripted: 'It is scripted: it makes no claim, and should not be among your games.',
    notLogged: 'It is not in the public log yet.',
  },

  reports: {
    title: 'The site’s own nightly check',
    about:
      'Every night this server runs the verifier over the whole log and publishes what it found, good or bad. This ' +
      'is the site checking itself: it shows mistakes, but a site that cheats could cheat here too. You need not ' +
      'believe it: the command below does the same on your machine.',
    pages: 'reports',
    none: 'No report yet: the first one comes ten minutes after the log began, then one every night.',
    faults: (count: string, one: boolean) => `The site found ${count} ${one ? 'fault' : 'faults'} in its own log`,
    faultsText: 'A log that can only grow keeps them. Save your copy now and check it yourself.',
    overdue: 'There was no report for more than a day. Run the check yourself.',
    holds: 'holds',
    findings: 'faults found',
    failed: 'could not be checked',
    stopped: (why: string | null) => `stopped: ${why ?? 'no reason given'}`,
    summary: (leaves: string, rounds: string, duration: string) => `${leaves} leaves, ${rounds}, in ${duration}`,
    simulated: 'simulated beacon',
    leaf: (index: string) => `leaf ${index}: `,
    showMore: (count: number) => `Show ${count} more`,
    omitted: (count: string) => `and ${count} more, which the command below lists`,
    seconds: (count: number) => `${count} s`,
    minutes: (count: number) => `${count} min`,
    settled: (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'round' : 'rounds'} settled`,
    count: (count: number, name: string) => `${count.toLocaleString('en-US')} ${name}`,
  },

  round: {
    looking: 'Looking for this round in the public log.',
    unreachable: 'The public log cannot be reached, so the round was not looked up.',
    missing: 'The round is not in the public log yet.',
    contradicted: (problem: string) => `MISMATCH. ${problem}`,
    found: (leaves: string, size: string) =>
      `In the public log: leaves ${leaves} of ${size}, opened, locked and settled in this order, under a head that ` +
      'this browser trusts. Proofs:',
  },

  lockWitnesses: {
    looking: 'Checking which outside witnesses saw this lock.',
    unreachable: 'The witnesses cannot be reached right now, so they were not checked.',
    unwatched: `No witness watches this log. ${ownWord}`,
    none: `No witness has cosigned a head over this lock. ${ownWord}`,
    mismatch: (problem: string) => `MISMATCH. Witnesses: ${problem}.`,
    before: (seconds: string) => `${seconds} s before`,
    after: (seconds: string) => `${seconds} s after`,
    cosigner: (name: string, when: string) => `${name} ${when} its beacon`,
    cosigned: (list: string) => `Cosigned over this lock: ${list}.`,
    notCosigned: 'The head over this lock is cosigned by no witness.',
    noQuorum: (cosigned: string) =>
      `${cosigned} This is not the quorum of witnesses before its beacon that this site's policy requires. ${ownWord}`,
    simulated: (cosigned: string) =>
      `${cosigned} Your browser checked the signatures. This is a demo: the witness is simulated, run by the site ` +
      'itself, and proves nothing against it.',
    ok: (cosigned: string) =>
      `${cosigned} Your browser checked the signatures: this lock existed before its beacon, whatever this site says.`,
  },

  witnesses: {
    title: 'Witnesses',
    looking: 'Checking who watches this log.',
    unreachable: 'The witnesses of this log cannot be reached right now.',
    nothingYet: 'has cosigned nothing yet',
    leaves: (count: string) => `${count} leaves,`,
    shorter: (name: string, leaves: number) => `${name} cosigned ${leaves} leaves, and the log shows fewer`,
    problem: (name: string, problem: string) => `${name}: ${problem}`,
    mismatch: (problem: string | null) => `MISMATCH. ${problem}.`,
    unwatched: 'No witness watches this log. Only browsers that keep its heads can detect a second version of it.',
    stale: 'Stale: no witness has confirmed a head of this log within the last minute.',
    simulated:
      'Cosigned just now by a simulated witness: this is a demo, so it is run by the site itself and proves nothing ' +
      'against it.',
    ok:
      'Cosigned just now. Your browser checked the signatures of the witnesses, and that this log continues what ' +
      'they cosigned.',
  },
} as const;
