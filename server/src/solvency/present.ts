/** A stored statement as a view. All figures come from its leaf: the row holds nothing else. */
import type { SolvencyStatement } from '@fairpot/contract/solvency/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { utf8 } from '@fairpot/fairness/encoding/bytes';
import { parseLeaf } from '@fairpot/fairness/log/leaf';
import type { SolvencyStatementBody } from '@fairpot/fairness/solvency/statement';
import type { LiabilitySums } from '@fairpot/fairness/solvency/sums';
import { invariant } from '../platform/runner/refused.ts';
import type { StatementRow } from './store.ts';

/** The content of a statement's leaf. */
export function saysIn(body: string): SolvencyStatementBody {
  const leaf = parseLeaf(utf8(body));
  invariant(leaf.type === 'statement' && leaf.solvency !== null, 'the leaf of a statement is invalid');
  return leaf.solvency;
}

/** `index`: its position in the public log; null while the published head does not cover it. */
export function presentStatement({ number, at, body, kept }: StatementRow, index: number | null): SolvencyStatement {
  const { sums, own, coins, coinsAt, steam, steamAt, everyMs } = saysIn(body);
  const priced = coins.flatMap((coin) => (coin.cents === null ? [] : [coin.cents]));
  return {
    number,
    at,
    everyMs,
    index,
    kept,
    owed: presentSums(sums),
    own: presentSums(own),
    held: {
      coins: coins.map((coin) => ({
        coin: coin.coin,
        units: coin.units,
        valueUsd: coin.cents === null ? null : usd(cents(coin.cents)),
      })),
      coinsUsd: usd(cents(priced.reduce((sum, each) => sum + each, 0))),
      coinsAt,
      items: steam.items,
      itemsUsd: usd(cents(steam.itemCents)),
      itemsAt: steamAt,
    },
  };
}

function presentSums({ cents: money, items, itemCents }: LiabilitySums) {
  return { balanceUsd: usd(cents(money)), items, itemsUsd: usd(cents(itemCents)) };
}
