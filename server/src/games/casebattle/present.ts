/** Battles as views: data leaves the server only this way, each field named. Drops and secret appear only in a result. */
import { BATTLE_SHAPES, teamIdOf } from '@fairpot/contract/casebattle/views';
import type {
  BattleParticipant,
  BattleResult,
  BattleRoll,
  BattleStatus,
  Casebattle,
  CasebattleDetails,
  CasebattleFact,
} from '@fairpot/contract/casebattle/schemas';
import { cents, usd } from '@fairpot/contract/wire/money';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { publicUsers } from '../../accounts/front.ts';
import type { FactPresenter } from '../../platform/runner/feature.ts';
import { getKnown, invariant } from '../../platform/runner/refused.ts';
import type { Db } from '../../platform/database/sql.ts';
import { badged } from '../kit/players-and-items.ts';
import { casesByRefs, tableName, tablesByRefs, type CaseRef, type CaseWithDrops } from './cases/case-store.ts';
import { presentCases, presentFace } from './cases/present-cases.ts';
import { outcomeOfBattle, placeOf, winsOf } from './rules.ts';
import { battlesByIds, type Battle, type SeatRow } from './store.ts';

type Faces = Awaited<ReturnType<typeof casesByRefs>>;
type Tables = ReadonlyMap<string, CaseWithDrops>;

/** Loads everything around battles in a few statements, for any number of battles. */
interface BattleContext {
  readonly users: ReadonlyMap<string, PublicUser>;
  readonly faces: Faces;
  /** Drop tables of the battles that have drops to show. */
  readonly tables: Tables;
}

function statusOf({ round, closedAt }: Pick<Battle, 'round' | 'closedAt'>): BattleStatus {
  switch (round.phase) {
    case 'open':
      return 'PENDING';
    case 'locked':
      return 'STARTED';
    case 'settled':
      return closedAt === null ? 'STARTED' : 'FINISHED';
    case 'cancelled':
      return 'CANCELLED';
    case 'voided':
      return 'VOIDED';
  }
}

/** Views of battles, in their order. */
export async function presentBattles(db: Db, battles: readonly Battle[]): Promise<Casebattle[]> {
  const refs = distinct(battles.flatMap((battle) => battle.cases));
  const shown = distinct(battles.filter((battle) => outcomeOfBattle(battle.round)).flatMap((battle) => battle.cases));
  const [users, faces, tables] = await Promise.all([
    publicUsers(
      db,
      battles.flatMap((battle) => battle.seats.map((seat) => seat.playerId)),
    ),
    casesByRefs(db, refs),
    tablesByRefs(db, shown),
  ]);
  return battles.map((battle) => presentBattle(battle, { users, faces, tables }));
}

/** One battle with its drop tables. */
export async function presentDetails(db: Db, battle: Battle): Promise<CasebattleDetails> {
  const [[view], tables] = await Promise.all([presentBattles(db, [battle]), tablesByRefs(db, distinct(battle.cases))]);
  invariant(view, 'expected one view of the battle');
  const ordered = distinct(battle.cases).map((ref) => getKnown(tables, tableName(ref)));
  return { ...view, tables: await presentCases(db, ordered) };
}

function distinct(refs: readonly CaseRef[]): CaseRef[] {
  return [...new Map(refs.map((ref) => [tableName(ref), ref])).values()];
}

function presentBattle(battle: Battle, known: BattleContext): Casebattle {
  const { id, round } = battle;
  const { result } = round;
  const status = statusOf(battle);
  const { teams, seatsPerTeam } = BATTLE_SHAPES[battle.type];
  const outcome = outcomeOfBattle(round);
  const block = round.lockText === null ? null : parseLock(JSON.parse(round.lockText)).eos;
  return {
    id,
    version: round.version,
    status,
    type: battle.type,
    mode: battle.mode,
    cases: battle.cases.map((ref) => presentFace(getKnown(known.faces, tableName(ref)))),
    teams: Array.from({ length: teams }, (_, team) => ({
      id: teamIdOf(id, team),
      participants: battle.seats.filter((seat) => seat.team === team).map((seat) => presentSeat(battle, seat, known)),
    })),
    teamsParticipantsCount: seatsPerTeam,
    teamWinners: status === 'FINISHED' && outcome ? [teamIdOf(id, outcome.winnerTeam)] : [],
    priceUsd: usd(battle.priceCents),
    creatorId: battle.creatorId,
    fairBlock: block && block.block,
    fairSeed: block && block.id,
    drandRound: result && result.drandRound,
    createdAt: battle.openedAt,
    startedAt: round.lockedAt,
    dueAt: round.dueAt,
    revealedAt: outcome && round.endedAt,
    finishedAt: battle.closedAt,
    hash: round.hash,
    secret: result && result.secret,
    replay: battle.replay,
    result: presentResult(battle),
    scripted: round.scripted,
    fair: {
      number: round.number,
      lock: round.lockText,
      drandRound: round.drandRound,
      drandSignature: result && result.signature,
      ticket: null,
      pseudonyms: Object.fromEntries(battle.seats.map((seat) => [seat.playerId, seat.pseudonym])),
    },
  };
}

function presentSeat(battle: Battle, seat: SeatRow, known: BattleContext): BattleParticipant {
  const teamId = teamIdOf(battle.id, seat.team);
  return {
    id: `${teamId}.${seat.seat}`,
    user: badged(getKnown(known.users, seat.playerId), seat),
    teamId,
    seat: seat.seat,
    pseudonym: seat.pseudonym,
    rolls: rollsOf(battle, seat, known.tables),
  };
}

function rollsOf(battle: Battle, { team, seat }: SeatRow, tables: Tables): BattleRoll[] {
  const rolls = outcomeOfBattle(battle.round)?.rolls ?? [];
  return rolls
    .filter((roll) => roll.team === team && roll.seat === seat)
    .map(({ round, ticket, item }) => {
      const ref = battle.cases[round];
      const drop = ref && getKnown(tables, tableName(ref)).drops[item];
      invariant(drop, `${battle.id}: round ${round} has no drop ${item}`);
      return { round, ticket, itemId: drop.type, priceUsd: usd(drop.cents) };
    });
}

function presentResult({ id, type, round }: Battle): BattleResult | null {
  const outcome = outcomeOfBattle(round);
  const payouts = (round.result ?? round.script)?.payouts;
  if (!outcome || !payouts) return null;
  const { teamCents, tied, winnerTeam } = outcome;
  return {
    teamTotalsUsd: teamCents.map((total) => usd(cents(total))),
    tied: [...tied],
    winnerTeam,
    tieTicket: tied.length > 1 ? tied.indexOf(winnerTeam) : null,
    potUsd: usd(cents(payouts.potCents)),
    shares: winsOf(round).map((win) => {
      const { team, seat } = placeOf(type, round, win.no);
      return { participantId: `${teamIdOf(id, team)}.${seat}`, wonUsd: usd(win.cents) };
    }),
  };
}

const FACTS: Readonly<Record<string, CasebattleFact['type']>> = {
  'casebattle.opened': 'casebattle.opened',
  'casebattle.joined': 'casebattle.joined',
  'casebattle.left': 'casebattle.left',
  'casebattle.locked': 'casebattle.locked',
  'casebattle.settled': 'casebattle.settled',
  'casebattle.finished': 'casebattle.finished',
  'casebattle.cancelled': 'casebattle.cancelled',
  'casebattle.voided': 'casebattle.voided',
  'casebattle.scripted': 'casebattle.scripted',
};

/** Fills facts with the current battle, which may be newer than the fact but never older. */
export const casebattleFacts: FactPresenter = {
  topic: 'casebattle',
  async present(db, facts) {
    const battles = await battlesByIds(db, [...new Set(facts.map((fact) => fact.subject))]);
    const games = new Map((await presentBattles(db, battles)).map((game) => [game.id, game]));
    return facts.map((fact): CasebattleFact | null => {
      const game = games.get(fact.subject);
      const type = FACTS[fact.type];
      return game && type ? { type, roundId: game.id, version: fact.version, game } : null;
    });
  },
};
