/** Processes of readers (readers.ts), used as one. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/processes.ts';
import type { Arrivals, ReadersPlan, ReadersReport, ReconnectPlan, ReconnectReport } from '../readers.ts';

export interface ReaderPool {
  /** Connects this many, evenly over the processes; resolves when the server has accepted all. */
  connect(port: number, count: number, topic: ReadersPlan['topic']): Promise<void>;
  /** What arrived since the last reset, over all readers. */
  report(): Promise<ReadersReport>;
  reset(): Promise<void>;
  /** Cuts the first `count` readers at once; they connect again `between` these ms after it. */
  reconnect(count: number, between: ReconnectPlan['between']): Promise<ReconnectReport>;
  close(): void;
}

export function startReaders(processes: number): ReaderPool {
  const children = Array.from({ length: processes }, () =>
    fork(join(root, 'bench', 'readers.ts'), [], { execArgv: ['--import', 'tsx'] }),
  );
  let connected = 0;
  const shares = (count: number) =>
    children.map((_, i) => Math.floor((count * (i + 1)) / processes) - Math.floor((count * i) / processes));
  return {
    connect: async (port, count, topic) => {
      const plans = shares(count).map((share): ReadersPlan => {
        const plan = { port, from: connected, count: share, topic };
        connected += share;
        return plan;
      });
      await Promise.all(children.map((child, i) => ask(child, plans[i] ?? 'reset')));
    },
    report: async () => {
      const reports = await Promise.all(children.map((child) => ask(child, 'report') as Promise<ReadersReport>));
      const sum = (of: (report: ReadersReport) => number) => reports.reduce((all, each) => all + of(each), 0);
      return {
        received: sum((each) => each.received),
        cpuMs: sum((each) => each.cpuMs),
        arrivals: reports.flatMap((each) => each.arrivals),
        connected: sum((each) => each.connected),
        cut: sum((each) => each.cut),
      };
    },
    reset: async () => void (await Promise.all(children.map((child) => ask(child, 'reset')))),
    reconnect: async (count, between) => {
      const reports = await Promise.all(
        shares(count).map((share, i) => ask(children[i], { reconnect: share, between }) as Promise<ReconnectReport>),
      );
      return {
        ms: Math.max(...reports.map((each) => each.ms)),
        refused: reports.reduce((all, each) => all + each.refused, 0),
      };
    },
    close: () => {
      for (const child of children) if (child.connected) child.disconnect();
    },
  };
}

/**
 * The ms from a message's beginning to its arrival within which each share (0 to 1) of all arrivals happened. `beginOf`: epoch ms; undefined for a
 * message that does not count.
 */
export function delaysOf(
  arrivals: readonly Arrivals[],
  beginOf: (key: string) => number | undefined,
): (share: number) => number {
  const delays = arrivals.flatMap(({ key, at }) => {
    const began = beginOf(key);
    return began === undefined ? [] : at.map(([ms, readers]) => ({ ms: ms - began, readers }));
  });
  delays.sort((a, b) => a.ms - b.ms);
  const all = delays.reduce((sum, { readers }) => sum + readers, 0);
  return (share) => {
    let seen = 0;
    return Math.round(delays.find(({ readers }) => (seen += readers) >= all * share)?.ms ?? 0);
  };
}

/** Sends and waits for the answer. */
function ask(
  child: ChildProcess | undefined,
  message: ReadersPlan | ReconnectPlan | 'report' | 'reset',
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (child === undefined) return reject(new Error('no such process of readers'));
    child.once('exit', reject);
    child.once('message', (answer) => {
      child.off('exit', reject);
      resolve(answer);
    });
    child.send(message);
  });
}
