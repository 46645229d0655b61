/** What crypto reports to monitoring: how far watcher, signer and rates are behind, open withdrawals and incidents. */
import type { Deps } from '../../platform/process/deps.ts';
import type { FeatureGauge } from '../../platform/runner/feature.ts';
import { sql } from '../../platform/database/sql.ts';
import { countOpenWithdrawals, signerReports } from '../withdrawals/store.ts';

const MS_PER_SECOND = 1_000;
/** More are shown as this many. */
const MAX_COUNTED = 1_000;

interface Age {
  readonly name: string;
  /** null: there is no reading yet. */
  readonly at: number | null;
}
interface Count {
  readonly name: string;
  readonly count: number;
}

export async function cryptoGauges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<FeatureGauge[]> {
  const now = clock.now();
  const [chains, coins, rates, states, incidents] = await Promise.all([
    db.many<Age>(sql`select network as name, read_at as at from crypto_networks`),
    signerReports(db),
    db.many<Age>(sql`select source as name, min(quoted_at) as at from crypto_rates group by source`),
    countOpenWithdrawals(db, MAX_COUNTED),
    db.many<Count>(sql`
      select kind as name, count(*) as count
      from (select kind from crypto_incidents where closed_at is null limit ${MAX_COUNTED}) i group by kind`),
  ]);
  const age = (name: string, help: string, label: string, rows: readonly Age[]): FeatureGauge[] =>
    rows.flatMap(({ name: row, at }) =>
      at === null ? [] : [{ name, help, labels: { [label]: row }, value: (now - at) / MS_PER_SECOND }],
    );
  const count = (name: string, help: string, label: string, rows: readonly Count[]): FeatureGauge[] =>
    rows.map((row) => ({ name, help, labels: { [label]: row.name }, value: row.count }));
  return [
    ...age('fairpot_chain_age_seconds', 'Since the watcher last read a block of a chain', 'network', chains),
    ...age('fairpot_signer_age_seconds', 'Since the signer last reported for a coin', 'coin', coins),
    ...age('fairpot_crypto_rate_age_seconds', 'Age of the oldest rate of a source', 'source', rates),
    ...count('fairpot_crypto_withdrawals_open', 'Withdrawals that have not ended, by state', 'state', states),
    ...count('fairpot_crypto_incidents_open', 'Incidents that no one has closed', 'kind', incidents),
  ];
}
