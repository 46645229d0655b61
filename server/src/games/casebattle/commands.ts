/**
 * Commands that fill a battle: create, join, and calling bots. The last seat locks the battle, so the clock is checked and the
 * beacon's window is made before the transaction.
 */
import type { callBattleBots, createCasebattle, joinCasebattle } from '@fairpot/contract/casebattle/schemas';
import { parseTeamId, teamIdOf } from '@fairpot/contract/casebattle/views';
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, CommandHandler, CommandSteps } from '../../platform/runner/feature.ts';
import { isPaused } from '../../platform/runner/pauses.ts';
import { invariant, orRefuse, refuse, Refused } from '../../platform/runner/refused.ts';
import { centsOfInput } from '../../platform/runner/usd-input.ts';
import { storedSettings } from '../../platform/runner/settings.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { prepareLock } from '../kit/beacon/windows.ts';
import { openRounds } from '../kit/open.ts';
import { isBeaconAway } from '../kit/rounds.ts';
import { botsFor } from './bots.ts';
import { offeredByIds } from './cases/case-store.ts';
import { admitCall, admitCreate, admitCreator, admitJoin, type BattleTerms } from './rules.ts';
import { seatPlayers, takeSeats } from './seating.ts';
import { insertBattle, lockBattle } from './store.ts';
import { battleTerms, FEE_BPS } from './terms.ts';

/** Passes the pause's gate first: what is written afterwards is written before the pause, or not at all. */
async function termsOf(tx: Tx, now: number): Promise<BattleTerms> {
  const paused = await isPaused(tx, 'casebattle.paused');
  const { openModes } = battleTerms(await storedSettings(tx));
  return { paused, openModes, beaconAway: await isBeaconAway(tx, 'casebattle', now) };
}

export function create(deps: Deps): CommandHandler<typeof createCasebattle> {
  return async ({ tx, actor, now: at, afterCommit }, { caseIds, type, mode = 'NORMAL', priceUsd }) => {
    // In live no bot opens a battle by itself: it takes a seat when a creator asks (rulings 1.5).
    if (actor.isBot && deps.config.mode !== 'demo') return refuse('FORBIDDEN');
    const terms = await termsOf(tx, at);
    const seenCents = priceUsd === undefined ? null : centsOfInput('priceUsd', priceUsd);
    const offered = await offeredByIds(tx, caseIds);
    const { cases, priceCents } = orRefuse(admitCreate({ caseIds, mode, priceCents: seenCents }, offered, terms));
    const id = deps.ids.next('round');
    const creator = { playerId: actor.id, team: 0, seat: 0, byKey: isByKey(actor) };
    await openRounds(tx, deps, 'casebattle', [{ id, feeBps: FEE_BPS, at }]);
    await insertBattle(tx, { id, type, mode, creatorId: actor.id, priceCents, openedAt: at, cases });
    await seatPlayers(tx, deps, { id, priceCents }, [creator], at);
    afterCommit(() => deps.signals.userUpdated(actor.id));
    return { gameId: id };
  };
}

const isByKey = ({ apiKey }: Actor): boolean => apiKey !== undefined;

/** Any player who takes a seat may take the last one, which locks the battle. */
const before = (deps: Deps) => () => prepareLock(deps, 'casebattle');

export function join(deps: Deps): CommandSteps<typeof joinCasebattle, string | null> {
  return {
    before: before(deps),
    run: async ({ tx, actor, now, before: trouble, afterCommit }, { teamId, seat }) => {
      if (actor.isBot && deps.config.mode !== 'demo') return refuse('FORBIDDEN');
      const { battleId, team } = parseTeamId(teamId);
      const battle = await lockBattle(tx, battleId);
      const house = actor.isBot || isStaff(actor.status);
      const request = { playerId: actor.id, team, seat: seat ?? null, house };
      const place = orRefuse(admitJoin(battle, request, await termsOf(tx, now)));
      invariant(battle, 'an admitted join has a battle');
      const taken = { ...place, playerId: actor.id, byKey: isByKey(actor) };
      const started = await takeSeats(tx, deps, battle, [taken], trouble);
      afterCommit(() => deps.signals.userUpdated(actor.id));
      return { gameId: battleId, participantId: `${teamIdOf(battleId, place.team)}.${place.seat}`, started };
    },
  };
}

/** Labelled bots take one free seat, or all, of the actor's own battle (rulings 1.5). */
export function callBots(deps: Deps): CommandSteps<typeof callBattleBots, string | null> {
  return {
    before: before(deps),
    run: async ({ tx, actor, now, before: trouble }, { gameId, teamId, seat }) => {
      const battle = orRefuse(admitCreator(await lockBattle(tx, gameId), actor.id));
      const parts = teamId === undefined ? null : parseTeamId(teamId);
      if (parts !== null && parts.battleId !== gameId) return refuse('NO_TEAM');
      const asked = parts === null ? null : { team: parts.team, seat: seat ?? null };
      const places = orRefuse(admitCall(battle, asked, await termsOf(tx, now)));
      const bots = await botsFor(tx, battle, places.length);
      if (bots.length === 0) return refuse('BOT_UNAVAILABLE');
      const wanted = places.slice(0, bots.length).map((place, at) => {
        const playerId = bots[at];
        invariant(playerId, 'one bot per place');
        return { ...place, playerId, byKey: false };
      });
      const started = await seatBots(tx, deps, battle, wanted, trouble);
      return { gameId, seated: wanted.length, started };
    },
  };
}

/** A bot that has just staked its balance elsewhere cannot match. */
async function seatBots(...args: Parameters<typeof takeSeats>): Promise<boolean> {
  try {
    return await takeSeats(...args);
  } catch (error) {
    if (error instanceof Refused && error.code === 'NOT_ENOUGH_BALANCE') return refuse('BOT_UNAVAILABLE');
    throw error;
  }
}
