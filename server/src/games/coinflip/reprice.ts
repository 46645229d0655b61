/** Waiting rounds whose stake has another value by now: no one can join them, so they end, and their items return. */
import { retrying } from '../../platform/database/retry.ts';
import type { Tx } from '../../platform/database/sql.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Sweep } from '../../platform/runner/feature.ts';
import { lockRepriced } from '../kit/items/store.ts';
import { roundsByIds } from '../kit/rounds.ts';
import { refundRounds } from '../kit/settlement/refund.ts';
import { coinflip } from './coinflip.ts';
import { REPRICED_PERCENT } from './rules.ts';

const ROUNDS_PER_RUN = 100;

/** Cancels them. A round with a doubtful price stays: the doubt may end with the same price. */
export function repriceSweep(deps: Deps): Sweep {
  const cancel = async (tx: Tx) => {
    const rounds = await roundsByIds(tx, await lockRepriced(tx, 'coinflip', REPRICED_PERCENT, ROUNDS_PER_RUN));
    await refundRounds(tx, coinflip, 'cancelled', rounds, 'REPRICED', deps.clock.now());
    return rounds.length;
  };
  return {
    name: 'coinflip.reprice',
    everyMs: 30_000,
    run: () => retrying(() => deps.db.transaction(cancel)),
  };
}
