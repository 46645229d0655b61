/** A process of the cluster, restarted when it ends, as its unit would: `kill` is a crash, `stop` is the operator's. Its output goes to a file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { ended, stop } from '../processes.ts';

/** As in the units of deploy/systemd. */
const RESTART_AFTER_MS = 1_000;
const EXIT_REFUSED = 2;
const STOP_WITHIN_MS = 40_000;

export interface DaemonOptions {
  readonly name: string;
  readonly command: readonly string[];
  readonly logFile: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly account?: { readonly uid: number; readonly gid: number } | null;
  readonly cwd?: string;
}

export class Daemon {
  readonly name: string;
  #options: DaemonOptions;
  #child: ChildProcess | null = null;
  #wanted = false;
  #starts = 0;

  constructor(options: DaemonOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** The exit code of a process that refuses to run; null while it runs or restarts. */
  get refusal(): number | null {
    return this.#child?.exitCode === EXIT_REFUSED ? EXIT_REFUSED : null;
  }

  /** How often it was started. */
  get starts(): number {
    return this.#starts;
  }

  start(): void {
    this.#wanted = true;
    if (this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null) this.#spawn();
  }

  /** Another release or other settings, from the next start on. */
  change(options: Partial<Pick<DaemonOptions, 'cwd' | 'env'>>): void {
    this.#options = { ...this.#options, ...options };
  }

  /** SIGKILL. It starts again, unless `start` is left to the caller. */
  async kill({ restarts = true }: { readonly restarts?: boolean } = {}): Promise<void> {
    this.#wanted = restarts;
    const child = this.#child;
    if (child === null) return;
    child.kill('SIGKILL');
    await ended(child);
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** SIGTERM, and SIGKILL if that takes longer than a unit allows. */
  async stop(): Promise<void> {
    this.#wanted = false;
    if (this.#child !== null) await stop(this.#child, STOP_WITHIN_MS);
  }

  #spawn(): void {
    const { command, env, account, cwd, logFile } = this.#options;
    const [program = '', ...args] = command;
    const log = openSync(logFile, 'a');
    const child = spawn(program, args, {
      // Nothing of the caller's environment but where programs are.
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      // A group of its own: Ctrl-C reaches the launcher alone, which stops everything in order.
      detached: true,
      ...(cwd !== undefined && { cwd }),
      ...(account && { uid: account.uid, gid: account.gid }),
    });
    closeSync(log);
    this.#child = child;
    this.#starts += 1;
    child.once('error', () => undefined);
    child.once('exit', (code) => {
      if (!this.#wanted || code === EXIT_REFUSED) return;
      setTimeout(() => {
        if (this.#wanted && this.#child === child) this.#spawn();
      }, RESTART_AFTER_MS);
    });
  }
}
