/** The trade worker of a fast site, as a process that can be killed at any moment and comes back. Used by soak/trades.test.ts. */
import { fork, type ChildProcess } from 'node:child_process';
import { roleUrls } from '../../../server/src/platform/database/roles.ts';
import { ended, programOf, root, stop } from '../../../scripts/processes.ts';
import type { FastSite } from './fast-site.ts';

export class TradeProcess {
  readonly #site: FastSite;
  #child: ChildProcess;
  #stopped = false;

  constructor(site: FastSite) {
    this.#site = site;
    this.#child = this.#spawn();
    site.movesWith(() => this.#child);
  }

  /** SIGKILL, then another one. */
  async kill(): Promise<void> {
    const child = this.#child;
    child.kill('SIGKILL');
    await ended(child);
    if (!this.#stopped) this.#child = this.#spawn();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await stop(this.#child);
  }

  #spawn(): ChildProcess {
    const { steam, botFile } = this.#site.steam;
    const program = programOf('e2e/soak/trade-host.ts');
    const child = fork(program.path, [], {
      cwd: root,
      env: {
        ...process.env,
        FAIRPOT_MODE: 'demo',
        FAIRPOT_CLOCK_OFFSET_MS: String(this.#site.offsetMs),
        TRADE_DATABASE_URL: roleUrls(this.#site.databaseUrl).trader,
        TRADE_STEAM_BASE: steam,
        TRADE_BOT_FILE: botFile,
        TRADE_IMPATIENT: 'yes',
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      },
      execArgv: [...program.execArgv],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // Its database may be coming back just when it starts: then it ends, and is started again.
    child.once('exit', (code) => {
      if (code !== 0 && code !== null && !this.#stopped && this.#child === child) this.#child = this.#spawn();
    });
    return child;
  }
}
