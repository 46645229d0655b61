/** Texts of the alarm of the public log; apart from texts.ts, because the alarm is part of the first load. */
export const alarmTexts = {
  replaced: 'The public log of this site was replaced',
  split: 'MISMATCH: the public log shows two histories',
  trustNew: 'I know why: trust the new log',
  seeLog: 'See the log',
  truncated: (before: number | undefined, now: number) =>
    `It had ${before} leaves when this browser last saw it, and has ${now} now: it was truncated.`,
  found: (problem: string) => `Your browser found this by itself: ${problem}.`,
  newKey: (pinned: string, named: string) =>
    `This browser pinned the key ${pinned}; the server now names ${named}. Until you accept it, no round counts as ` +
    'logged.',
  contradicted: (problem: string) => `Public log: ${problem}.`,
} as const;
