/** A process beside the server of a fast site, on the same clock, that can be killed at any moment and restarts. */
import { fork, type ChildProcess } from 'node:child_process';
import { ended, programOf, root, stop } from '../../../scripts/processes.ts';
import type { FastSite } from './fast-site.ts';

export class MovedProcess {
  readonly #site: FastSite;
  readonly #file: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess;
  #stopped = false;

  /** `file`: its program, which moves its clock on an IPC message; `env`: its settings. */
  constructor(site: FastSite, file: string, env: Readonly<Record<string, string>>) {
    this.#site = site;
    this.#file = file;
    this.#env = env;
    this.#child = this.#spawn();
    site.movesWith(() => this.#child);
  }

  /** SIGKILL, then a new process. */
  async kill(): Promise<void> {
    const child = this.#child;
    child.kill('SIGKILL');
    await ended(child);
    if (!this.#stopped && this.#child === child) this.#child = this.#spawn();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await stop(this.#child);
  }

  #spawn(): ChildProcess {
    const program = programOf(this.#file);
    const child = fork(program.path, [], {
      cwd: root,
      env: {
        ...process.env,
        FAIRPOT_MODE: 'demo',
        FAIRPOT_CLOCK_OFFSET_MS: String(this.#site.offsetMs),
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        ...this.#env,
      },
      execArgv: [...program.execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // The database may be just restarting. Then the process exits and is started again.
    child.once('exit', (code) => {
      if (code !== 0 && code !== null && !this.#stopped && this.#child === child) this.#child = this.#spawn();
    });
    return child;
  }
}
