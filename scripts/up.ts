/**
 * The launcher behind `npm start` and `npm run dev`: simulators, a simulated witness, a trade worker, a chain watcher and a signer (demo only), the
 * server with its database, and first steps printed on the terminal. A server that exits unexpectedly is restarted; Ctrl-C stops everything in order.
 */
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { ACCOUNT_COPIES } from '../server/src/demo/inventories.ts';
import { demoSignIns } from '../server/src/demo/people.ts';
import {
  demoPushKey,
  ended,
  root,
  runTs,
  startChainWatcher,
  startSigner,
  startSimulatedWitness,
  startSimulators,
  startTradeWorker,
  stop,
  untilReady,
  type SimulatorsProcess,
  workerUrl,
} from './processes.ts';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const dev = process.argv.includes('--dev');
const port = process.env['PORT'] || '3000';
const demo = (process.env['FAIRPOT_MODE'] || 'demo') === 'demo';
const dataDir = resolve(process.env['FAIRPOT_DATA_DIR'] || '.data');
const DEV_SERVER_PORT = '3001';
/** The server's exit code when the operator must act: a restart would not help. */
const EXIT_REFUSED = 2;
const RESTART_AFTER_MS = 1_000;
/** A server ends its requests in 6 s and its database in 12, after the notice it gives. */
const STOP_WITHIN_MS = 20_000;

/** Copies of each item on the trading account. With FAIRPOT_DEMO_SHORT=1 there are too few, so that the solvency page raises its alarm. */
const BOT_COPIES = process.env['FAIRPOT_DEMO_SHORT'] === '1' ? 2 : ACCOUNT_COPIES;

/** Deposit addresses that a demo has at the start, and those that its own offline key signs later, one by one. */
const SIGNED_AT_ONCE = 20;
const SIGNED_AHEAD = 1_000;
const SIGN_EVERY_MS = 1_000;

const say = (text: string) => process.stdout.write(`${text}\n`);
const stopping = new AbortController();
const children: ChildProcess[] = [];

async function main(): Promise<void> {
  const env: Record<string, string> = { FAIRPOT_DATA_DIR: dataDir, PORT: dev ? DEV_SERVER_PORT : port };
  let simulators: SimulatorsProcess | null = null;
  if (demo) {
    const witness = await startSimulatedWitness(dataDir, `http://127.0.0.1:${env['PORT']}`);
    children.push(witness.child);
    void ended(witness.child).then(() => giveUp('The simulated witness exited unexpectedly; see above.'));
    simulators = await startSimulators(dataDir, {
      witness,
      prices: true,
      ethereum: true,
      botCopies: BOT_COPIES,
      signedAddresses: SIGNED_AT_ONCE,
    });
    children.push(simulators.child);
    env['SIMULATORS_JSON'] = simulators.file;
    if (!process.env['VAPID_PRIVATE_KEY'] && !process.env['VAPID_PRIVATE_KEY_FILE'])
      env['VAPID_PRIVATE_KEY_FILE'] = demoPushKey(dataDir);
    void ended(simulators.child).then(() => giveUp('The simulators ended by themselves; see above.'));
  }
  let gone: string | null = null;
  void keepServer(env).then((reason) => (gone = reason));
  await untilReady(`http://127.0.0.1:${env['PORT']}`, 180_000, () => gone);
  if (simulators !== null) keepWorkers(simulators);
  if (dev) children.push(clientInDevelopment(`http://127.0.0.1:${DEV_SERVER_PORT}`));
  welcome();
  if (simulators !== null) signAhead(simulators);
  await once(stopping.signal, 'abort');
}

/** The operator's offline work, in small portions, so that nothing waits for it. */
function signAhead({ signMore }: SimulatorsProcess): void {
  let signed = SIGNED_AT_ONCE;
  const timer = setInterval(() => {
    signed += 1;
    if (stopping.signal.aborted || signed > SIGNED_AHEAD) clearInterval(timer);
    else signMore(signed);
  }, SIGN_EVERY_MS);
}

/** Vite with hot reload on the site's port; everything that is not the client goes to the server. */
function clientInDevelopment(server: string): ChildProcess {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const env = { ...process.env, FAIRPOT_API: server };
  return spawn(process.execPath, [vite, '--port', port, '--strictPort'], {
    cwd: join(root, 'web'),
    env,
    stdio: 'inherit',
  });
}

/** Runs the server until it is stopped; restarts it when it dies. Resolves with the reason when a restart is pointless. */
async function keepServer(env: Readonly<Record<string, string>>): Promise<string> {
  for (;;) {
    // In development the process is replaced when a source file changes.
    const args = dev ? ['--watch', '--watch-preserve-output', '--import', 'tsx', 'server/src/main.ts'] : null;
    const server = args
      ? spawn(process.execPath, args, {
          cwd: root,
          env: { ...process.env, ...env },
          stdio: ['ignore', 'ignore', 'inherit'],
        })
      : runTs('server/src/main.ts', [], env, 'ignore');
    children.push(server);
    await ended(server);
    children.splice(children.indexOf(server), 1);
    if (stopping.signal.aborted) return 'stopped';
    if (server.exitCode === EXIT_REFUSED) return giveUp('The server cannot start; see above.');
    say(`The server exited unexpectedly (${server.signalCode ?? server.exitCode}); restarting.`);
    await new Promise((go) => setTimeout(go, RESTART_AFTER_MS));
  }
}

/** Runs trade worker, chain watcher and signer next to the server; the site works without them, but offers, deposits and payouts wait. */
function keepWorkers(simulators: SimulatorsProcess): void {
  const trader = workerUrl('trader', dataDir);
  if (trader === null) say('No trade worker: set TRADE_DATABASE_URL (docs/runbook.md, "The trade worker").');
  else void keep('The trade worker', () => startTradeWorker(trader, simulators));
  const watcher = workerUrl('watcher', dataDir);
  if (watcher === null) say('No chain watcher: set CHAIN_DATABASE_URL (docs/runbook.md, "Deposits by crypto").');
  else void keep('The chain watcher', () => startChainWatcher(watcher, simulators.crypto));
  const signer = workerUrl('signer', dataDir);
  if (signer === null) say('No signer: set SIGNER_DATABASE_URL (docs/runbook.md, "Withdrawals by crypto").');
  else void keep('The signer', () => startSigner(signer, simulators));
}

/** Starts a process, and restarts it whenever it ends unexpectedly. */
async function keep(what: string, start: () => Promise<ChildProcess>): Promise<void> {
  while (!stopping.signal.aborted) {
    const worker = await start().catch(() => null);
    if (worker !== null) {
      // It may have been started while everything else was stopping.
      if (stopping.signal.aborted) return stop(worker);
      children.push(worker);
      await ended(worker);
      children.splice(children.indexOf(worker), 1);
    }
    if (stopping.signal.aborted) return;
    say(`${what} exited unexpectedly; restarting.`);
    await new Promise((go) => setTimeout(go, RESTART_AFTER_MS));
  }
}

function welcome(): void {
  const address = process.env['PUBLIC_ORIGIN'] || `http://localhost:${port}`;
  say(`\n  Fairpot is ready: ${address}\n`);
  if (!demo) return;
  say('  Demo: play money, simulated Steam, simulated beacon. Sign in as');
  for (const { name, role, path } of demoSignIns({ mode: 'demo' })) {
    say(`    ${name.padEnd(22)} ${role.padEnd(26)} ${address}${path}`);
  }
  say('  or create an account of your own on the sign-in page. Ctrl-C stops everything.\n');
}

function giveUp(reason: string): string {
  if (!stopping.signal.aborted) {
    process.stderr.write(`${reason}\n`);
    process.exitCode = EXIT_REFUSED;
    void shutDown();
  }
  return reason;
}

/** Server first, so that its last answers can use the other processes. */
async function shutDown(): Promise<void> {
  if (stopping.signal.aborted) process.exit(1); // second signal: stop at once
  stopping.abort();
  const patienceMs = STOP_WITHIN_MS + Number(process.env['FAIRPOT_DRAIN_NOTICE_MS'] || 0);
  for (const child of [...children].reverse()) await stop(child, patienceMs);
}

process.on('SIGINT', () => void shutDown());
process.on('SIGTERM', () => void shutDown());

main().catch(async (error: unknown) => {
  giveUp(error instanceof Error ? error.message : String(error));
});
