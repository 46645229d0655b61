/** The words of nightly reports. Pure. Called by reports-panel.tsx. */
import type { LogReport } from '@fairpot/contract/log/schemas';

/** A report comes every night; an hour later than a day something is wrong. A run over a long log has its time besides. */
const OVERDUE_MS = 26 * 3_600_000;

/** Whether there should have been another report since; both in epoch ms of the server. */
export function isOverdue({ endedAt }: Pick<LogReport, 'endedAt'>, now: number): boolean {
  return now - endedAt > OVERDUE_MS;
}

/** '8 s', '3 min'. */
export function durationText({ startedAt, endedAt }: Pick<LogReport, 'startedAt' | 'endedAt'>): string {
  const seconds = Math.max(1, Math.round((endedAt - startedAt) / 1_000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** '1,204 rounds settled, 3 cancelled, 1 voided'. What is zero is left out, settled rounds never. */
export function roundCounts({ rounds }: Pick<LogReport, 'rounds'>): string {
  const { settled, cancelled, voided, scripted, running } = rounds;
  const rest = Object.entries({ cancelled, voided, scripted, running }).filter(([, count]) => count > 0);
  const told = rest.map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`);
  return [`${settled.toLocaleString('en-US')} ${settled === 1 ? 'round' : 'rounds'} settled`, ...told].join(', ');
}
