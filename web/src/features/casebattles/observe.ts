/**
 * A battle as the watcher and the verifier want it: reduced to what its fairness rests on, or as a whole proof.
 *
 * Called by the cache of battles. Pure. Invariant: everything in the proof comes from the view that was on the screen, so
 * what is verified is what was shown.
 */
import type { Case, CaseFace } from '@fairpot/contract/case';
import { BATTLE_SHAPES } from '@fairpot/contract/casebattle';
import type { Casebattle, CasebattleDetails } from '@fairpot/contract/casebattle';
import { centsFromUsd } from '@fairpot/contract/money';
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';
import type { CaseTable } from '@fairpot/fairness/games/drop-table';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import type { SeenBattle } from '@fairpot/fairness/verify/verify-offer';
import type { Watched } from '../../fairness/watcher.ts';
import { seatsOf } from './seats.ts';
import { tableOfRound } from './standing.ts';

/**
 * What the watcher is told about a battle; null when it makes no claim (scripted, cancelled, voided). Seats of a waiting
 * battle come and go, so they are told from the lock on. Only details have the tables that a proof needs.
 */
export function watchedOf(battle: Casebattle | CasebattleDetails, chain: DrandChain): Watched | null {
  if (battle.scripted || battle.status === 'CANCELLED' || battle.status === 'VOIDED') return null;
  const open = battle.status === 'PENDING';
  return {
    game: 'casebattle',
    roundId: battle.id,
    phase: open ? 'open' : battle.secret === null ? 'locked' : 'settled',
    hash: battle.hash,
    stakes: open
      ? []
      : seatsOf(battle).flatMap(({ taken, team, seat }) =>
          taken === null ? [] : [{ userId: taken.user.id, entry: { team, seat } }],
        ),
    lock: battle.fair.lock,
    battle: offerOf(battle),
    pseudonyms: pseudonymsOf(battle),
    chances: [],
    proof: 'tables' in battle ? proofOf(battle, chain) : null,
  };
}

/** What a player sits down for. The tables are known in a battle's own view alone. */
function offerOf(battle: Casebattle | CasebattleDetails): SeenBattle {
  return {
    cases: battle.cases.map(tableName),
    mode: battle.mode,
    ...BATTLE_SHAPES[battle.type],
    tables: 'tables' in battle ? battle.tables.map(tableOf) : [],
  };
}

/** As locks and the public log name the version of a case. */
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

function pseudonymsOf(battle: Casebattle): Readonly<Record<string, string>> {
  const seen = seatsOf(battle).flatMap(({ taken }) => (taken === null ? [] : [[taken.user.id, taken.pseudonym]]));
  return { ...(Object.fromEntries(seen) as Record<string, string>), ...battle.fair.pseudonyms };
}

/** The proof of a battle whose result is published, made of its public view alone; null before that. */
export function proofOf(battle: CasebattleDetails, chain: DrandChain): RoundProof | null {
  const { fair, secret, result, drandRound } = battle;
  if (secret === null || result === null || fair.lock === null || fair.drandSignature === null) return null;
  if (drandRound === null) return null;
  const potCents = centsFromUsd(result.potUsd);
  const shares = result.shares.map(({ participantId, wonUsd }) => ({
    player: pseudonymOf(battle, participantId),
    cents: centsFromUsd(wonUsd),
  }));
  return {
    v: 'fp/2',
    game: 'casebattle',
    roundId: battle.id,
    number: fair.number,
    hash: battle.hash,
    // A cast, not a claim: the verifier reads the lock field by field and refuses what is not one.
    lock: readJson(fair.lock) as RoundProof['lock'],
    drand: { chain, round: drandRound, signature: fair.drandSignature },
    secret,
    outcome: {
      rolls: rollsOf(battle),
      teamCents: result.teamTotalsUsd.map(centsFromUsd),
      tied: result.tied,
      winnerTeam: result.winnerTeam,
    },
    payouts: {
      potCents,
      feeCents: potCents - shares.reduce((sum, { cents }) => sum + cents, 0),
      items: [],
      feeItems: [],
      shares,
    },
  };
}

function pseudonymOf(battle: Casebattle, participantId: string): string {
  const taken = seatsOf(battle).find((seat) => seat.taken?.id === participantId)?.taken;
  return taken ? (pseudonymsOf(battle)[taken.user.id] ?? taken.pseudonym) : '';
}

/** The drops as shown, by round, then seat; an item that its table does not have is -1, and the verifier refuses it. */
function rollsOf(battle: CasebattleDetails) {
  return battle.cases.flatMap((_, round) =>
    seatsOf(battle).flatMap(({ taken, team, seat }) => {
      const roll = taken?.rolls[round];
      if (!roll) return [];
      const items = tableOfRound(battle, round)?.items ?? [];
      return [
        { round, team, seat, ticket: roll.ticket, item: items.findIndex(({ itemId }) => itemId === roll.itemId) },
      ];
    }),
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: handed on as it is, so that the verifier says what is wrong with it.
    return text;
  }
}
