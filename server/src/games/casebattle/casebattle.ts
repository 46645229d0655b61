/**
 * Battles in the kit's terms: name, decision, and what happens to their money. One transaction publishes the result and schedules
 * its replay; the winners are paid when the replay is over (sweeps.ts).
 */
import type { Deps } from '../../platform/process/deps.ts';
import { invariant } from '../../platform/runner/refused.ts';
import type { RoundGame } from '../kit/round-game.ts';
import { refundStakes } from './money.ts';
import { decide, replayOf } from './rules.ts';
import { battlesByIds, closeBattle, setReplay } from './store.ts';
import { columnOf } from '../../platform/database/sql.ts';

export function casebattle({ ids }: Pick<Deps, 'ids'>): RoundGame {
  return {
    game: 'casebattle',
    decide,
    balance: {
      async settled(tx, settled, at) {
        for (const { round, decision } of settled) {
          const { outcome } = decision;
          const [battle] = await battlesByIds(tx, [round.id]);
          invariant(battle && 'rolls' in outcome, `${round.id} is not a battle`);
          await setReplay(tx, round.id, replayOf(battle.cases.length, outcome, at));
        }
      },
      async refunded(tx, rounds, at) {
        const battles = await battlesByIds(tx, columnOf(rounds, 'id'));
        invariant(battles.length === rounds.length, 'a round is not a battle');
        for (const battle of battles) {
          await refundStakes(tx, battle, { ids, at });
          await closeBattle(tx, battle.id, at, false);
        }
      },
    },
  };
}
