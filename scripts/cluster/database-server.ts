/** One of the two database servers: Patroni and the PostgreSQL that it runs. A drill treats them as one machine: killed, paused and woken together. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverFolders } from './configs.ts';
import { Daemon } from './daemon.ts';
import { LOOPBACK, type ClusterPlan, type ServerName } from './plan.ts';
import { Watchdog } from './watchdog.ts';

const ANSWERS_WITHIN_MS = 1_000;
/** From a reset by the watchdog until Patroni starts again. */
const BOOTS_WITHIN_MS = 10_000;

export type ServerRole = 'primary' | 'sync' | 'replica' | 'away';

export class DatabaseServer {
  readonly name: ServerName;
  readonly patroni: Daemon;
  /** When the watchdog reset this server. */
  readonly resetAt: number[] = [];
  readonly #plan: ClusterPlan;
  readonly #watchdog: Watchdog;
  #boot: NodeJS.Timeout | undefined;

  constructor(plan: ClusterPlan, name: ServerName) {
    this.name = name;
    this.#plan = plan;
    const { home, watchdog } = serverFolders(plan, name);
    this.#watchdog = new Watchdog(watchdog, () => void this.#reset());
    this.patroni = new Daemon({
      name,
      command: [plan.tools.patroni, join(home, 'patroni.yml')],
      logFile: join(plan.folder, 'logs', `${name}.log`),
      account: plan.account,
      cwd: home,
      // Both servers use the same commands; each with its own configuration and password file.
      env: { HOME: home, PGBACKREST_CONFIG: join(home, 'pgbackrest.conf') },
    });
  }

  start(): void {
    this.#watchdog.open();
    this.patroni.start();
  }

  /** Patroni stops its PostgreSQL. One that was killed before may have left it. */
  async stop(): Promise<void> {
    this.wake();
    await this.patroni.stop();
    if (this.postmaster !== null) await this.kill();
    clearTimeout(this.#boot);
    this.#watchdog.close();
  }

  get dataFolder(): string {
    return serverFolders(this.#plan, this.name).data;
  }

  /** Of the server process; null when there is none. */
  get postmaster(): number | null {
    try {
      const pid = Number(readFileSync(join(this.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 0);
      return pid;
    } catch {
      return null; // no file, or no process
    }
  }

  /** What Patroni says that this server is. */
  async role(): Promise<ServerRole> {
    const ask = async (path: string) => {
      const url = `http://${LOOPBACK}:${this.#plan.ports[`${this.name}-patroni`]}/${path}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) }).catch(() => null);
      await answer?.body?.cancel();
      return answer?.status ?? null;
    };
    const primary = await ask('primary');
    if (primary === null) return 'away';
    if (primary === 200) return 'primary';
    if ((await ask('synchronous')) === 200) return 'sync';
    return (await ask('replica')) === 200 ? 'replica' : 'away';
  }

  /** The machine loses power: nothing of it runs until `patroni.start()`. */
  async kill(): Promise<void> {
    clearTimeout(this.#boot);
    this.#watchdog.disarm();
    const { postmaster } = this;
    const all = postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)];
    await this.patroni.kill({ restarts: false });
    for (const pid of all) signal(pid, 'SIGKILL');
  }

  /** What the kernel does when the watchdog expires: everything ends, paused or not, and the machine boots. */
  async #reset(): Promise<void> {
    this.resetAt.push(Date.now());
    await this.kill();
    this.#boot = setTimeout(() => this.patroni.start(), BOOTS_WITHIN_MS);
  }

  /** The machine stands still: Patroni first, then PostgreSQL and all of its processes. */
  pause(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGSTOP');
  }

  wake(): void {
    for (const pid of this.#processes()) signal(pid, 'SIGCONT');
  }

  /** A standby goes on to receive the log and applies none of it, until `wake`. Patroni resumes a replay that is paused by SQL. */
  pauseReplay(): void {
    const { postmaster } = this;
    for (const pid of postmaster === null ? [] : childrenOf(postmaster))
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(': startup ')) signal(pid, 'SIGSTOP');
  }

  #processes(): number[] {
    const { postmaster } = this;
    const of = postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)];
    return this.patroni.pid === null ? of : [this.patroni.pid, ...of];
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false; // it has ended
      }
    });
}
