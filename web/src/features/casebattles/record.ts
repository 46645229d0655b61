/** A battle in the form of the verified record: seats, offer, drops and payouts. Used by observe.ts. Pure. */
import type { Case, CaseFace } from '@fairpot/contract/casebattle/cases/schemas';
import { BATTLE_SHAPES } from '@fairpot/contract/casebattle/views';
import type { Casebattle, CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { CasebattleOutcome } from '@fairpot/fairness/games/casebattle';
import type { CaseTable } from '@fairpot/fairness/games/drop-table';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import type { BattleOffer } from '@fairpot/fairness/verify/verify-offer';
import type { ShownStake } from '../../games-kit/observe.ts';
import { seatsOf } from './seats.ts';
import { tableOfRound } from './drops.ts';

type BattleResult = NonNullable<Casebattle['result']>;

/** The taken seats, in the order of the lock. */
export function stakesOf(battle: Casebattle): readonly ShownStake[] {
  return seatsOf(battle).flatMap(({ taken, team, seat }) =>
    taken === null ? [] : [{ userId: taken.user.id, pseudonym: taken.pseudonym, entry: { team, seat } }],
  );
}

/** The offer that a player joins. Only a battle's own view has the tables. */
export function offerOf(battle: Casebattle | CasebattleDetails): BattleOffer {
  return {
    cases: battle.cases.map(tableName),
    mode: battle.mode,
    ...BATTLE_SHAPES[battle.type],
    tables: 'tables' in battle ? battle.tables.map(tableOf) : [],
  };
}

/** The name of a case version in locks and in the public log. */
function tableName({ id, version }: CaseFace): string {
  return `${id}@${version}`;
}

function tableOf(shown: Case): CaseTable {
  return {
    caseId: tableName(shown),
    priceCents: centsFromUsd(shown.priceUsd),
    weights: shown.items.map(({ weight }) => weight),
    cents: shown.items.map(({ item }) => centsFromUsd(item.priceUsd)),
  };
}

/** The drops and the winner, as shown. */
export function outcomeOf(battle: CasebattleDetails, result: BattleResult): CasebattleOutcome {
  return {
    rolls: rollsOf(battle),
    teamCents: result.teamTotalsUsd.map(centsFromUsd),
    tied: result.tied,
    winnerTeam: result.winnerTeam,
  };
}

/** By round, then seat; an item missing from its table is -1, which the verifier rejects. */
function rollsOf(battle: CasebattleDetails): CasebattleOutcome['rolls'] {
  return battle.cases.flatMap((_, round) =>
    seatsOf(battle).flatMap(({ taken, team, seat }) => {
      const roll = taken?.rolls[round];
      if (!roll) return [];
      const items = tableOfRound(battle, round)?.items ?? [];
      const item = items.findIndex(({ itemId }) => itemId === roll.itemId);
      return [{ round, team, seat, ticket: roll.ticket, item }];
    }),
  );
}

/** The payout of each winner; a battle pays balance, never items. */
export function payoutsOf(
  battle: CasebattleDetails,
  result: BattleResult,
  pseudonymOf: (userId: string) => string,
): RoundProof['payouts'] {
  const seats = seatsOf(battle);
  const potCents = centsFromUsd(result.potUsd);
  const shares = result.shares.map(({ participantId, wonUsd }) => {
    const userId = seats.find(({ taken }) => taken?.id === participantId)?.taken?.user.id ?? '';
    return { player: pseudonymOf(userId), cents: centsFromUsd(wonUsd) };
  });
  const feeCents = potCents - shares.reduce((sum, { cents }) => sum + cents, 0);
  return { potCents, feeCents, items: [], feeItems: [], shares };
}
