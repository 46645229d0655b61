/** Complete battles for tests: views of really drawn and signed battles, in any status. */
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import { probabilityOf } from '@fairpot/contract/casebattle/cases/calls';
import type { BattleStatus, BattleType, CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { BATTLE_SHAPES, teamIdOf } from '@fairpot/contract/casebattle/views';
import { REPLAY_TAIL_MS, REPLAY_TIE_MS, roundMsFor } from '@fairpot/contract/casebattle/calls';
import { cents as centsOf, centsFromUsd, usd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { CasebattleLock } from '@fairpot/fairness/games/casebattle-lock';
import type { RoundProof } from '@fairpot/fairness/protocol/proof';
import { makeProof, playerOf } from '@fairpot/fairness/testing/rounds';
import { priceOf } from './figures.ts';

export { TEST_CHAIN } from '@fairpot/fairness/testing/rounds';

export function player(name: string): PublicUser {
  const id = `ply_${name}`;
  return { id, steamid: name, name, avatar: '', level: 1, experience: 100, isFake: false, badge: null };
}

/** A case of 10.00 whose drops are worth `cents`, by default with equal weights. */
export function caseOf(id: string, cents: readonly number[], weights = cents.map(() => 1)): Case {
  const weightTotal = weights.reduce((sum, weight) => sum + weight, 0);
  const looks = { itemName: 'Redline', itemType: '', appId: 730, icon: '', iconBackground: '', colorHex: '#e667f0' };
  return {
    id,
    version: 1,
    name: `Case ${id}`,
    icon: '',
    colorHex: '#7fb4e8',
    priceUsd: 10,
    returnBps: 9_000,
    weightTotal,
    items: cents.map((worth, at) => ({
      itemId: `item-${at}`,
      weight: weights[at] ?? 1,
      probability: probabilityOf(weights[at] ?? 1, weightTotal),
      item: {
        ...looks,
        id: `item-${at}`,
        name: `Item ${at}`,
        rarity: 'Covert',
        pips: 6,
        priceUsd: usd(centsOf(worth)),
      },
    })),
  };
}

export interface BattleOptions {
  readonly status?: BattleStatus;
  readonly type?: BattleType;
  readonly seed?: number;
  readonly cases?: readonly Case[];
  /** Only for STARTED: whether the result is published. Default true. */
  readonly revealed?: boolean;
}

const SPREAD = caseOf('spread', [100_000, 501, 20], [1, 99, 900]);
/** Every item has the same price, so all teams tie whatever is drawn. */
export const EVEN = caseOf('even', [500, 500]);
const REVEALED_AT = 1_790_000_020_000;
/** When the named beacon round is due. */
const DUE_AT = REVEALED_AT - 65;

/** A battle in a status, with the result of `proof` once there is one. */
export function battleOf(wanted: BattleOptions = {}): {
  readonly battle: CasebattleDetails;
  readonly proof: RoundProof;
} {
  const { status = 'FINISHED', type = 'STANDARD_4', seed = 1, cases = [SPREAD, SPREAD], revealed = true } = wanted;
  const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
  const entries = Array.from({ length: teams * seatsPerTeam }, (_, at) => ({
    player: playerOf(`seat ${at}`),
    team: Math.floor(at / seatsPerTeam),
    seat: at % seatsPerTeam,
  }));
  const tables = cases.map(({ id, version, priceUsd, items }) => ({
    caseId: `${id}@${version}`,
    priceCents: centsFromUsd(priceUsd),
    weights: items.map(({ weight }) => weight),
    cents: items.map(({ item }) => centsFromUsd(item.priceUsd)),
  }));
  const id = `rnd_${String(seed).padStart(26, '0')}`;
  const proof = makeProof('casebattle', seed, id, { entries, cases: tables });
  const over = status === 'FINISHED' || (status === 'STARTED' && revealed);
  return { proof, battle: viewOf(proof, { status, type, cases }, over) };
}

type BattleShape = Required<Pick<BattleOptions, 'status' | 'type' | 'cases'>>;

function viewOf(proof: RoundProof, { status, type, cases }: BattleShape, over: boolean): CasebattleDetails {
  const lock = proof.lock as CasebattleLock;
  const waiting = status === 'PENDING' || status === 'CANCELLED';
  const entries = status === 'PENDING' ? lock.entries.slice(0, 1) : lock.entries;
  const { teams, seatsPerTeam } = BATTLE_SHAPES[type];
  const faces = cases.map(({ items: _, weightTotal: __, ...face }) => face);
  return {
    id: proof.roundId,
    version: 1,
    status,
    type,
    mode: 'NORMAL',
    cases: faces,
    teamsParticipantsCount: seatsPerTeam,
    teams: Array.from({ length: teams }, (_, team) => ({
      id: teamIdOf(proof.roundId, team),
      participants: entries
        .filter((entry) => entry.team === team)
        .map((entry) => participantOf(proof, cases, entry, over)),
    })),
    teamWinners: [],
    priceUsd: usd(priceOf(faces)),
    creatorId: 'ply_00',
    createdAt: lock.lockedAt - 60_000,
    scripted: false,
    hash: proof.hash,
    fairBlock: waiting ? null : (lock.eos?.block ?? null),
    fairSeed: waiting ? null : (lock.eos?.id ?? null),
    drandRound: over ? proof.drand.round : null,
    startedAt: waiting ? null : lock.lockedAt,
    dueAt: waiting ? null : DUE_AT,
    revealedAt: over ? REVEALED_AT : null,
    finishedAt: null,
    secret: over ? proof.secret : null,
    ...resultOf(proof, over),
    fair: {
      number: proof.number,
      ticket: null,
      lock: waiting ? null : canon(lock),
      drandRound: waiting ? null : lock.drand.round,
      drandSignature: over ? proof.drand.signature : null,
      pseudonyms: Object.fromEntries(entries.map(({ player: name, team, seat }) => [`ply_${team}${seat}`, name])),
    },
    tables: [...new Map(cases.map((each) => [each.id, each])).values()],
  };
}

type BattleLockEntry = CasebattleLock['entries'][number];

function participantOf(
  proof: RoundProof,
  cases: readonly Case[],
  { player: pseudonym, team, seat }: BattleLockEntry,
  over: boolean,
) {
  const teamId = teamIdOf(proof.roundId, team);
  const rolls = 'rolls' in proof.outcome ? proof.outcome.rolls : [];
  return {
    id: `${teamId}.${seat}`,
    user: player(`${team}${seat}`),
    teamId,
    seat,
    pseudonym,
    rolls: rolls
      .filter((roll) => over && roll.team === team && roll.seat === seat)
      .map(({ round, ticket, item }) => {
        const drop = cases[round]?.items[item];
        return { round, ticket, itemId: drop?.itemId ?? '', priceUsd: drop?.item.priceUsd ?? 0 };
      }),
  };
}

function resultOf({ outcome, payouts, lock, roundId }: RoundProof, over: boolean) {
  if (!over || !('teamCents' in outcome)) return { replay: null, result: null };
  const rounds = (lock as CasebattleLock).cases.length;
  const tie = outcome.tied.length > 1;
  const [startsAt, roundMs, tieMs] = [REVEALED_AT + 2_000, roundMsFor(rounds), tie ? REPLAY_TIE_MS : 0];
  return {
    replay: { startsAt, roundMs, tieMs, endsAt: startsAt + rounds * roundMs + tieMs + REPLAY_TAIL_MS },
    result: {
      tied: [...outcome.tied],
      winnerTeam: outcome.winnerTeam,
      potUsd: usd(centsOf(payouts.potCents)),
      teamTotalsUsd: outcome.teamCents.map((each) => usd(centsOf(each))),
      tieTicket: tie ? outcome.tied.indexOf(outcome.winnerTeam) : null,
      shares: payouts.shares.map(({ cents }, seat) => ({
        participantId: `${teamIdOf(roundId, outcome.winnerTeam)}.${seat}`,
        wonUsd: usd(centsOf(cents)),
      })),
    },
  };
}
