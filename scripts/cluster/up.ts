/** The cluster behind `npm run cluster`: starts it, prints its addresses, stops it with Ctrl-C. Its data stays in FAIRPOT_DATA_DIR/cluster. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { demoSignIns } from '../../server/src/demo/people.ts';
import { Cluster } from './cluster.ts';
import { LOOPBACK, NODES, planIn, SERVERS, type ClusterPlan, type Tools } from './plan.ts';
import { daemonAccount } from './tools.mjs';

const EXIT_REFUSED = 2;
/** As `npm start`. */
const BOT_COPIES = 12;
const say = (text: string) => process.stdout.write(`${text}\n`);
const stopping = new AbortController();

async function main(): Promise<void> {
  const tools = JSON.parse(process.env['FAIRPOT_CLUSTER_TOOLS'] ?? '{}') as Tools;
  const port = process.env['FAIRPOT_CLUSTER_PORT'];
  const plan = planIn(process.argv[2] ?? '', {
    tools,
    account: daemonAccount(),
    ...(port && { firstPort: Number(port) }),
  });
  const busy = await busyPorts(plan);
  if (busy.length > 0) {
    say(`Ports in use: ${busy.join(', ')}. Does a cluster run already? FAIRPOT_CLUSTER_PORT names the first port.`);
    process.exit(EXIT_REFUSED);
  }
  const cluster = new Cluster(plan, { ethereum: true, botCopies: BOT_COPIES, say });
  const stopped = once(stopping.signal, 'abort').then(() => 'stopped' as const);
  try {
    const started = cluster.start().then(() => 'started' as const);
    started.catch(() => undefined); // a start that Ctrl-C interrupts may fail
    if ((await Promise.race([started, stopped])) === 'started') welcome(cluster);
    await stopped;
  } finally {
    say('Stopping ...');
    await cluster.stop();
  }
}

function welcome({ origin, plan, logs }: Cluster): void {
  const { ports } = plan;
  const at = (port: number) => `${LOOPBACK}:${port}`;
  say(`\n  Fairpot is ready: ${origin}  (a certificate of its own: ${plan.folder}/tls/certificate.pem)\n`);
  for (const name of NODES) say(`    ${name.padEnd(12)} http://${at(ports[name])}/api/ready`);
  say(`    ${'database'.padEnd(12)} ${at(ports.database)}  (HAProxy: the primary)`);
  for (const name of SERVERS)
    say(`    ${name.padEnd(12)} ${at(ports[name])}  Patroni http://${at(ports[`${name}-patroni`])}/cluster`);
  say(`    ${'Prometheus'.padEnd(12)} http://${at(ports.prometheus)}`);
  say(`    ${'logs'.padEnd(12)} ${logs}\n`);
  say('  Demo: play money, simulated Steam, simulated beacon. Sign in as');
  for (const { name, role, path } of demoSignIns({ mode: 'demo' }))
    say(`    ${name.padEnd(22)} ${role.padEnd(26)} ${origin}${path}`);
  say('  Ctrl-C stops everything.\n');
}

async function busyPorts({ ports }: ClusterPlan): Promise<number[]> {
  const tried = await Promise.all(
    Object.values(ports).map(
      (port) =>
        new Promise<number | null>((resolve) => {
          const socket = connect(port, LOOPBACK);
          socket.once('connect', () => resolve(port));
          socket.once('error', () => resolve(null));
          socket.once('close', () => socket.destroy());
        }),
    ),
  );
  return tried.filter((port) => port !== null);
}

/** A terminal and the launcher may both send a signal; every stop has a time limit of its own. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
