/**
 * The command of jackpot: entering the open round. Joins take turns: each is decided on the pot that the one before left, and
 * writes its entry.
 */
import { joinJackpot, type joinJackpotSteam, type setJackpotWinner } from '@fairpot/contract/jackpot/schemas';
import { isStaff } from '@fairpot/contract/wire/permissions';
import type { Deps } from '../../platform/process/deps.ts';
import type { Actor, CommandSteps, CommandStepsForSeveral } from '../../platform/runner/feature.ts';
import { invariant, orRefuse, refuse, Refused } from '../../platform/runner/refused.ts';
import { readBetAssets, orderBet, type BetOffering } from '../../trades/front.ts';
import type { Tx } from '../../platform/database/sql.ts';
import { winnerSteps } from '../kit/choose-winner.ts';
import { loadSteamBet, catchRefusal, prepareLock, placeStakes, type StakeContext } from '../kit/items/stake.ts';
import { loadStakes } from '../kit/items/store.ts';
import { takeTurn } from '../kit/rounds.ts';
import { jackpot } from './jackpot.ts';
import { admitEntry, potAfter, type EntryRequest, type OpenPot } from './rules.ts';
import { currentPot, writePot } from './store.ts';

type UntimedEntryRequest = Omit<EntryRequest, 'at'>;

/** In live no bot may enter a jackpot (rulings 1.5). `requestedId`: the requested round, null for the open one. */
function requestOf(
  { config }: Pick<Deps, 'config'>,
  actor: Actor,
  ids: readonly string[],
  requestedId: string | null,
): UntimedEntryRequest {
  const { id: playerId, isBot, status } = actor;
  if (isBot && config.mode !== 'demo') return refuse('FORBIDDEN');
  return { playerId, ids, requestedId, house: isBot || isStaff(status) };
}

/** Takes the game's turn; returns the pot that entries are decided on, null before the first round. */
async function takePot(tx: Tx): Promise<OpenPot | null> {
  const [, pot] = await Promise.all([takeTurn(tx, 'jackpot'), currentPot(tx)]);
  return pot ?? null;
}

/** Entries that arrive together are decided one after the other, each on the pot that the one before left. */
export function join(deps: Deps): CommandStepsForSeveral<typeof joinJackpot, string | null> {
  return {
    before: () => prepareLock(deps, jackpot),
    runAll: async (tx, calls) => {
      const requests = calls.map(({ actor, input: { inventoryIds, gameId = null } }) =>
        catchRefusal(() => requestOf(deps, actor, inventoryIds, gameId)),
      );
      const accepted = requests.flatMap((request) =>
        request instanceof Refused ? [] : [{ ...request, gameId: null }],
      );
      const pot = await takePot(tx);
      const loaded = await loadStakes(tx, deps, jackpot, accepted);
      let current = pot;
      const answers = await placeStakes(tx, deps, jackpot, loaded, (batch, stopped) => {
        current = pot;
        return calls.map((call, n) => {
          const request = stopped.get(n) ?? (requests[n] as UntimedEntryRequest | Refused);
          if (request instanceof Refused) return request;
          return catchRefusal(() => {
            const { pot: before, stake } = decide(
              current,
              request,
              batch.contextOf({ ...request, gameId: null }),
              call.now,
            );
            const after = potAfter(before, { playerId: request.playerId, cents: stake.totalCents, at: call.now });
            const entry = { kind: 'enter', round: before, no: after.entries, pick: null, stake } as const;
            const admitted = batch.admit({ ...request, gameId: null }, entry, call);
            current = { ...after, version: before.version + 1 };
            return admitted;
          });
        });
      });
      if (pot !== null && current !== null && current !== pot) await writePot(tx, pot.entries, current);
      return answers.map((answer) => {
        if (answer instanceof Refused) return answer;
        const { gameId, entryNo } = answer;
        invariant(entryNo !== undefined, `an entry of ${gameId} has no number`);
        return { gameId, entryNo };
      });
    },
  };
}

function decide(pot: OpenPot | null, request: UntimedEntryRequest, { available, terms }: StakeContext, at: number) {
  return orRefuse(admitEntry(pot, { ...request, at }, available, terms));
}

/** The order is for the round that is open now: a later one has other players and other chances. */
export function joinSteam(deps: Deps): CommandSteps<typeof joinJackpotSteam, BetOffering> {
  return {
    before: (ctx, { assetIds }) => readBetAssets(deps, ctx, assetIds),
    run: async (ctx, { assetIds }) => {
      const request = requestOf(deps, ctx.actor, assetIds, null);
      const pot = await takePot(ctx.tx);
      const loaded = await loadSteamBet(ctx.tx, deps, jackpot, { ...request, gameId: null });
      return orderBet(deps, ctx, (available) => {
        const { id } = decide(pot, request, { ...loaded, available }, ctx.now).pot;
        return { game: 'jackpot', roundId: id, call: joinJackpot, input: { gameId: id } };
      });
    },
  };
}

/** Demo only: sets who wins the open round while only staff and house personas are in it. */
export function setWinner(deps: Deps): CommandSteps<typeof setJackpotWinner> {
  return winnerSteps(deps, 'jackpot', (request) => request);
}
