/**
 * The command of jackpot: entering the open round. Joins take turns: each is decided on the pot that the one before left, and
 * writes its entry.
 */
import { joinJackpot, type joinJackpotSteam, type setJackpotWinner } from '@fairpot/contract/jackpot/schemas';
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, CommandSteps, CommandStepsForSeveral } from '../../platform/runner/feature.ts';
import { orRefuse, refuse } from '../../platform/runner/refused.ts';
import { readBetAssets, orderBet, type BetOffering } from '../../trades/front.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { prepareLock } from '../kit/beacon/windows.ts';
import { winnerSteps } from '../kit/choose-winner.ts';
import { admitItems, loadSteamBet, stakingSteps, type StakeContext } from '../kit/items/stake.ts';
import { takeTurn } from '../kit/rounds.ts';
import { jackpot } from './jackpot.ts';
import { admitEntry, potAfter, type EntryRequest, type OpenPot } from './rules.ts';
import { currentPot, writePot } from './store.ts';

/** In live no bot may enter a jackpot (rulings 1.5). `requestedId`: the requested round, null for the open one. */
function requestOf(
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  ids: readonly string[],
  requestedId: string | null,
): PotRequest {
  const { id: playerId, isBot, status } = actor;
  if (isBot && config.mode !== 'demo') return refuse('FORBIDDEN');
  return { playerId, ids, gameId: null, requestedId, house: isBot || isStaff(status) };
}

type PotRequest = Omit<EntryRequest, 'at'> & { readonly ids: readonly string[]; readonly gameId: null };

/** Takes the game's turn; returns the pot that entries are decided on, null before the first round. */
async function takePot(tx: Tx): Promise<OpenPot | null> {
  const [, pot] = await Promise.all([takeTurn(tx, 'jackpot'), currentPot(tx)]);
  return pot ?? null;
}

function decide({ stake: offered, terms, own: pot }: StakeContext<OpenPot>, request: PotRequest, at: number) {
  const { pot: before, stake } = orRefuse(admitEntry(pot, { ...request, at }, offered, terms));
  const after = potAfter(before, { playerId: request.playerId, cents: stake.totalCents, at });
  const own = { ...after, version: before.version + 1 };
  return { kind: 'enter', round: before, no: after.entries, pick: null, stake, own } as const;
}

/** Entries that arrive together are decided one after the other, each on the pot that the one before left. */
export function join(deps: Deps): CommandStepsForSeveral<typeof joinJackpot, string | null> {
  return {
    before: () => prepareLock(deps, 'jackpot'),
    ...stakingSteps(deps, jackpot, {
      requestOf: ({ actor, input: { inventoryIds, gameId = null } }) => requestOf(deps, actor, inventoryIds, gameId),
      decide,
      own: { load: takePot, write: (tx, before, after) => writePot(tx, before.entries, after) },
    }),
  };
}

/** The order is for the round that is open now: a later one has other players and other chances. */
export function joinSteam(deps: Deps): CommandSteps<typeof joinJackpotSteam, BetOffering> {
  return {
    before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
    run: async (ctx, { assetIds }) => {
      const request = requestOf(deps, ctx.actor, assetIds, null);
      const own = await takePot(ctx.tx);
      const loaded = await loadSteamBet(ctx.tx, deps, jackpot, request);
      return orderBet(deps, ctx, (available) => {
        const { id } = decide({ ...loaded, stake: admitItems(assetIds, available), own }, request, ctx.now).round;
        return { game: 'jackpot', roundId: id, call: joinJackpot, input: { gameId: id } };
      });
    },
  };
}

/** Demo only: sets who wins the open round while only staff and house personas are in it. */
export function setWinner(deps: Deps): CommandSteps<typeof setJackpotWinner> {
  return winnerSteps(deps, 'jackpot', (request) => request);
}
