/** CPU time and memory of processes, from /proc: the cost of a stake or a socket, whatever else runs. Linux only; elsewhere every figure is 0. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const MS_PER_TICK = 10;

interface Stat {
  readonly parent: number;
  /** Its own time, and that of children that have ended, in ms. */
  readonly ms: number;
}

/** Milliseconds of CPU time that a process and its children, living or ended, have used so far. */
export function cpuMs(pid: number): number {
  const children = pids().filter((other) => statOf(other)?.parent === pid);
  return [pid, ...children].reduce((sum, each) => sum + (statOf(each)?.ms ?? 0), 0);
}

/** Bytes of memory that the process holds (resident set). */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return 1_024 * Number(kilobytes ?? 0);
  } catch {
    return 0;
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: state, parent, ..., utime, stime, cutime, cstime as fields 14 to 17.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ms: ticks * MS_PER_TICK };
  } catch {
    return null; // ended in the meantime
  }
}
