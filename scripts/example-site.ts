/**
 * Runs a site of the repository that contains this file, on a data folder: starts it, sends requests, verifies its whole log, stops it. Run by
 * example-game.mjs in its copy: `example-site.ts DATA_DIR PATH...`; each path must answer 200.
 */
import { randomInt } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { programOf, root, runTs, startSimulators, stop, untilReady } from './processes.ts';

/** A database stops within 12 s of the server's SIGTERM. */
const STOP_WITHIN_MS = 20_000;

async function main(dataDir: string, paths: readonly string[]): Promise<void> {
  // Below the ports that systems assign automatically. A port in use ends the server with a message.
  const port = randomInt(10_000, 32_768);
  const origin = `http://127.0.0.1:${port}`;
  const simulators = await startSimulators(dataDir);
  const server = runTs(
    'server/src/main.ts',
    [],
    {
      PORT: String(port),
      HOST: '127.0.0.1',
      FAIRPOT_DATA_DIR: dataDir,
      FAIRPOT_MODE: 'demo',
      SIMULATORS_JSON: simulators.file,
      DATABASE_URL: '',
      LOG_LEVEL: 'error',
    },
    'ignore',
  );
  const goneWith = () => {
    const end = server.exitCode ?? server.signalCode;
    return end === null ? null : `the server ended before it was ready (${end})`;
  };
  try {
    await untilReady(origin, 120_000, goneWith);
    for (const path of paths) {
      const answer = await fetch(`${origin}${path}`, { signal: AbortSignal.timeout(10_000) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    }
    verifyLog(origin);
  } finally {
    await stop(server, STOP_WITHIN_MS);
    await stop(simulators.child);
  }
}

/** Verifies everything that the site has published so far, as any outsider can. */
function verifyLog(origin: string): void {
  const verifier = programOf('fairness/bin/fairpot-verify.mjs').path;
  const args = [verifier, '--all', '--site', origin, '--accept-unpinned', '--quiet'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  process.stdout.write(stdout);
  if (status !== 0) throw new Error(`the log of the site does not verify (${status}): ${stdout}${stderr}`);
}

const [dataDir = '', ...paths] = process.argv.slice(2);
await main(dataDir, paths);
