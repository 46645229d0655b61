/**
 * What solvency reports to monitoring: money and items owed to players and held for them. The figures are those of the last statement, which equal the
 * books: no collection adds up accounts.
 */
import type { Deps } from '../platform/process/deps.ts';
import type { FeatureGauge } from '../platform/runner/feature.ts';
import { saysIn } from './present.ts';
import { publishedBefore } from './store.ts';

const MS_PER_SECOND = 1_000;

export async function solvencyGauges({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<FeatureGauge[]> {
  const [last] = await publishedBefore(db, null, 1);
  if (last === undefined) return [];
  const { sums, own, coins, steam, everyMs } = saysIn(last.body);
  const one = (name: string, help: string, value: number): FeatureGauge => ({ name, help, value });
  const byOwner = Object.entries({ players: sums, bots: own });
  return [
    one('fairpot_statement_age_seconds', 'Age of the solvency statement', (clock.now() - last.at) / MS_PER_SECOND),
    one('fairpot_statement_period_seconds', 'Promised time between two statements', everyMs / MS_PER_SECOND),
    ...byOwner.flatMap(([owner, { cents, items, itemCents }]) => [
      { name: 'fairpot_balances_cents', help: 'Balances by owner', labels: { owner }, value: cents },
      { name: 'fairpot_owned_items', help: 'Items by owner', labels: { owner }, value: items },
      { name: 'fairpot_owned_items_cents', help: 'Value of items by owner', labels: { owner }, value: itemCents },
    ]),
    one('fairpot_held_items', 'Items on the trading account', steam.items),
    one('fairpot_held_items_cents', 'Their value', steam.itemCents),
    ...coins.flatMap(({ coin, cents }) =>
      cents === null
        ? []
        : [{ name: 'fairpot_held_coins_cents', help: 'Value of coins held', labels: { coin }, value: cents }],
    ),
  ];
}
