/** The texts of nightly reports. Pure. Used by reports-panel.tsx. */
import type { LogReport } from '@fairpot/contract/log/schemas';
import { texts } from './texts.ts';

/** Reports come every night. After a day plus this margin, which includes the time of a run over a long log, one is missing. */
const OVERDUE_MS = 26 * 3_600_000;

/** Whether the next report is overdue; both in epoch ms of the server. */
export function isOverdue({ endedAt }: Pick<LogReport, 'endedAt'>, now: number): boolean {
  return now - endedAt > OVERDUE_MS;
}

/** '8 s', '3 min'. */
export function durationText({ startedAt, endedAt }: Pick<LogReport, 'startedAt' | 'endedAt'>): string {
  const seconds = Math.max(1, Math.round((endedAt - startedAt) / 1_000));
  return seconds < 120 ? texts.reports.seconds(seconds) : texts.reports.minutes(Math.round(seconds / 60));
}

/** '1,204 rounds settled, 3 cancelled, 1 voided'. Omits counts of zero, except settled rounds. */
export function roundCounts({ rounds }: Pick<LogReport, 'rounds'>): string {
  const { settled, cancelled, voided, scripted, running } = rounds;
  const rest = Object.entries({ cancelled, voided, scripted, running }).filter(([, count]) => count > 0);
  return [texts.reports.settled(settled), ...rest.map(([name, count]) => texts.reports.count(count, name))].join(', ');
}
