/** The soak of crypto: waves of deposits and withdrawals under their failures. Called by soak/crypto.test.ts. */
import { NETWORKS, type Network } from '@fairpot/contract/crypto/calls';
import { untilDone } from '../crowd.ts';
import type { FastSite } from '../fast-site.ts';
import { blocks, newestOf, reorg } from './chains.ts';
import type { CryptoFailure } from './failure.ts';
import type { People } from './people.ts';
import type { SignerProcess, WatcherProcess } from './processes.ts';
import type { Staff } from './staff.ts';

const LOOK_EVERY_MS = 50;
const MAX_LOOKS = 100;
const MAX_MINUTES = 60;
/** After this long the audit rounds start again. */
const ROUND_MS = 61_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface CryptoScene {
  readonly site: FastSite;
  readonly people: People;
  readonly staff: Staff;
  readonly watcher: WatcherProcess;
  readonly signer: SignerProcess;
}

export async function cryptoWave(scene: CryptoScene, plan: CryptoFailure, takesOut: boolean): Promise<void> {
  const { site, people, staff } = scene;
  await sweep(site);
  for (const fault of plan.faults) await site.fault(fault);
  const failure = strike(scene, plan);
  await Promise.all(people.all.map((person) => people.act(person, takesOut)));
  if (plan.reorg) await reorg(site);
  await blocks(site);
  await failure;
  await blocks(site);
  await staff.review();
  await site.clearFaults();
  await people.endOrders();
  await sweep(site);
  // Paid deposits can be withdrawn in the next wave.
  await caughtUp(site);
}

/** Waits a while for watcher and books. False: they are still behind. */
async function caughtUp(site: FastSite): Promise<boolean> {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    if (!(await behind(site))) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

async function strike({ site, watcher, signer }: CryptoScene, { kill }: CryptoFailure): Promise<void> {
  if (kill === null) return;
  await pause(kill.afterMs);
  const killed = {
    server: () => site.killServer(),
    watcher: () => watcher.kill(),
    signer: () => signer.kill(),
    database: () => site.killDatabase(),
  }[kill.what];
  await killed();
}

/** Minute by minute until everything on the chains is booked, every withdrawal is over and every order has ended. */
export async function endCrypto({ site, people, staff }: CryptoScene): Promise<void> {
  await site.clearFaults();
  for (let minute = 0; minute < MAX_MINUTES; minute += 1) {
    await people.endOrders();
    await blocks(site);
    await staff.review();
    await sweep(site);
    const isRead = await caughtUp(site);
    // At least once more after the last late payment.
    if (minute > 1 && isRead && (await unfinished(site)) === 0) return;
  }
}

/** Runs audit rounds until each list was covered twice. */
export async function finishAuditRounds(site: FastSite): Promise<void> {
  const rounds = () =>
    untilDone(() =>
      site.db.many<{ rounds: number }>({ text: 'select rounds from crypto_audits order by walk', values: [] }),
    );
  const before = await rounds();
  for (let turn = 0; turn < MAX_MINUTES; turn += 1) {
    await site.advance(ROUND_MS);
    await sweep(site);
    const now = await rounds();
    if (now.length > 0 && now.every((each, n) => each.rounds >= (before[n]?.rounds ?? 0) + 2)) return;
  }
  throw new Error('the audit rounds did not finish');
}

/**
 * Runs the server's crypto sweeps once from here, as a second node would: the server's own follow the machine's clock, in seconds and more, while
 * minutes pass on the chains.
 */
async function sweep({ inside: { features } }: FastSite): Promise<void> {
  const sweeps = features.flatMap((feature) => feature.sweeps ?? []).filter(({ name }) => name.startsWith('crypto.'));
  for (const each of sweeps) await untilDone(() => each.run(new AbortController().signal));
}

/** Whether a chain is not read up to its current end, or due payments are not booked. */
async function behind(site: FastSite): Promise<boolean> {
  const heights = await Promise.all(NETWORKS.map((network) => newestOf(site, network)));
  const due = `select count(*)::integer as n from crypto_payments where due_at <= $1 and state <> 'CREDITED'`;
  if ((await counted(site, due)) > 0) return true;
  const text = 'select network, height from crypto_networks';
  const read = await untilDone(() => site.db.many<{ network: Network; height: number }>({ text, values: [] }));
  return NETWORKS.some((network, n) => {
    const to = heights[n] ?? null;
    return to !== null && (read.find((row) => row.network === network)?.height ?? 0) < to;
  });
}

function unfinished(site: FastSite): Promise<number> {
  return counted(
    site,
    `select (select count(*) from crypto_payments where state in ('SEEN', 'CONFIRMING'))::integer
      + (select count(*) from crypto_withdrawals where ended_at is null)::integer
      + (select count(*) from crypto_orders o where o.status = 'PENDING' and o.created_at < $1 and not exists (
          select from crypto_payments p where p.wallet_id = o.wallet_id and p.state = 'REORGED'))::integer as n`,
  );
}

async function counted(site: FastSite, text: string): Promise<number> {
  return (await untilDone(() => site.db.one<{ n: number }>({ text, values: [site.now()] }))).n;
}
