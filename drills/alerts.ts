/** What Prometheus of the cluster says: drills wait until the alert that names their fault is raised. */
import { pause, type Cluster } from '../scripts/cluster/cluster.ts';
import { LOOPBACK } from '../scripts/cluster/plan.ts';
import { LOOK_EVERY_MS } from './drill.ts';

const RAISED_WITHIN_MS = 20_000;

interface Alert {
  readonly labels: { readonly alertname: string; readonly instance?: string };
}

/** Findings: empty once the alert is raised, `pending` (its time has not passed yet) or `firing`. */
export async function untilAlert({ plan }: Cluster, name: string): Promise<string[]> {
  const until = Date.now() + RAISED_WITHIN_MS;
  while (Date.now() < until) {
    const answer = await fetch(`http://${LOOPBACK}:${plan.ports.prometheus}/api/v1/alerts`).catch(() => null);
    const { data } = ((await answer?.json()) ?? { data: { alerts: [] } }) as { data: { alerts: Alert[] } };
    if (data.alerts.some(({ labels }) => labels.alertname === name)) return [];
    await pause(LOOK_EVERY_MS);
  }
  return [`the alert ${name} was not raised within ${RAISED_WITHIN_MS} ms`];
}
