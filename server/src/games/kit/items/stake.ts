/**
 * Stakes of items, the same for every game: lock and load, let the game decide each, write them. A stake opens a round,
 * locks one, or enters one that stays open. Stakes of one game that arrive together share these steps and one
 * transaction; each is decided as if it were alone, after those before it. Called by the games' commands.
 */
import { MAX_ITEMS_PER_BET, MIN_ITEM_CENTS } from '@fairpot/contract/inventory/item';
import { stakeable } from '@fairpot/contract/inventory/stakeable';
import { cents, plainUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import type { Command, CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { Deps } from '../../../platform/process/deps.ts';
import type { BatchedCall, CommandStepsForSeveral } from '../../../platform/runner/feature.ts';
import { columnOf, type Tx } from '../../../platform/database/sql.ts';
import { Refused, refuse, Stale, type RuleResult } from '../../../platform/runner/refused.ts';
import { countStakes } from '../../../protection/front.ts';
import { stakeItems, type StakeCandidate } from '../../../vault/items.ts';
import { itemLock, closeRounds, type NewLock } from '../lock.ts';
import { openRounds, stepRounds, type NewRound } from '../open.ts';
import type { Round } from '../rounds.ts';
import type { ItemGame } from './item-game.ts';
import { insertEntries, loadStakes } from './store.ts';
import type { ItemStake, LoadedStakes, NewEntry, StakeRequest } from './store.ts';

/** The data that one stake is decided on. `S`: what the game's open round has besides its entries, if anything. */
export interface StakeContext<S = never> {
  /** The requested items as a stake, or why they are none. The game says when that refusal has its turn. */
  readonly stake: RuleResult<ItemStake>;
  readonly terms: LoadedStakes['terms'];
  /** The named round; undefined when none was named or when it does not exist. */
  readonly round: Round | undefined;
  /** What the round's stakes are worth at current prices, before those of this batch; null while a price is in doubt. */
  readonly stakedNow: Cents | null;
  /** As the stakes before this one left it. */
  readonly own: S | null;
}

/** The game's decision about a stake: which round it opens, locks or enters, and with what. */
export type StakeDecision<S = never> = { readonly stake: ItemStake; readonly pick: number | null } & (
  | { readonly kind: 'open' }
  /** The last stake of this round. */
  | { readonly kind: 'lock'; readonly round: Round }
  /** The round stays open; `no` is the number of the entry, `version` the round's before it. */
  | {
      readonly kind: 'enter';
      readonly round: { readonly id: string; readonly scripted: boolean; readonly version: number };
      readonly no: number;
      readonly own?: S;
    }
);

/** How a game handles the stakes of one transaction. */
export interface StakeHandler<C extends Command, W extends StakeRequest, S> {
  readonly requestOf: (call: BatchedCall<C, string | null>) => W;
  /** Throws Refused to refuse the stake. */
  readonly decide: (context: StakeContext<S>, request: W, at: number) => StakeDecision<S>;
  /** Loads what the game's open round has besides its entries, and may take the game's turn; writes it when stakes changed it. */
  readonly own?: {
    load(tx: Tx): Promise<S | null>;
    write(tx: Tx, before: S, after: S): Promise<void>;
  };
}

/** The steps of a command that stakes items. A stake stopped by a limit takes nothing from later ones: they are decided again without it. */
export function stakingSteps<C extends Command, W extends StakeRequest, S = never>(
  deps: Deps,
  game: ItemGame,
  { requestOf, decide, own }: StakeHandler<C, W, S>,
): Pick<CommandStepsForSeveral<C, string | null>, 'runAll'> {
  const runAll = async (tx: Tx, calls: readonly BatchedCall<C, string | null>[]) => {
    const requests = calls.map((call) => catchRefusal(() => requestOf(call)));
    const before = (await own?.load(tx)) ?? null;
    const loaded = await loadStakes(
      tx,
      deps,
      game,
      requests.filter((each): each is W => !(each instanceof Refused)),
    );
    /** By position: what limits stopped, and what they count. */
    const stopped = new Map<number, Refused>();
    const counted = new Set<number>();
    for (;;) {
      const batch = new StakeBatch<S>(deps, game, loaded, before);
      const results = calls.map((call, n) => {
        const request = stopped.get(n) ?? (requests[n] as W | Refused);
        if (request instanceof Refused) return request;
        return catchRefusal(() => batch.admit(request, decide(batch.contextOf(request), request, call.now), call));
      });
      const admitted = results.flatMap((each, n) => (each instanceof Refused ? [] : [{ n, ...each }]));
      const fresh = admitted.filter(({ n }) => !counted.has(n));
      const limits = await countStakes(
        tx,
        fresh.map(({ entry }) => ({ playerId: entry.playerId, cents: entry.stake.totalCents })),
      );
      fresh.forEach(({ n }, i) => {
        const limit = limits[i];
        if (limit) stopped.set(n, limit);
        else counted.add(n);
      });
      if (limits.some((limit) => limit !== null)) continue;
      // It was counted, and then another stake took its place.
      if (counted.size > admitted.length) throw new Stale('a counted stake was not admitted');
      await write(tx, deps, game, admitted);
      const after = batch.own;
      if (own && before !== null && after !== null && after !== before) await own.write(tx, before, after);
      return results.map((each) => (each instanceof Refused ? each : each.answer));
    }
  };
  return { runAll: (tx, calls) => runAll(tx, calls) as Promise<(CallOutput<C> | Refused)[]> };
}

/** The data that a bet from Steam is decided on, except its items, which are still at Steam. */
export async function loadSteamBet(
  tx: Tx,
  deps: Deps,
  game: ItemGame,
  request: StakeRequest,
): Promise<Omit<StakeContext, 'stake'>> {
  const loaded = await loadStakes(tx, deps, game, [{ ...request, ids: [] }]);
  return new StakeBatch<never>(deps, game, loaded, null).contextOf(request);
}

/**
 * The items chosen as a stake. `available` holds those of `ids` that belong to the player and are free: another
 * player's, an unknown, a staked or a repeated id is therefore ITEM_NOT_AVAILABLE.
 */
export function admitItems(ids: readonly string[], available: readonly StakeCandidate[]): RuleResult<ItemStake> {
  if (ids.length > MAX_ITEMS_PER_BET) return { refused: 'ITEMS_LIMIT' };
  const chosen = new Set(ids);
  const items = available.filter((item) => chosen.has(item.id));
  if (items.length !== ids.length) return { refused: 'ITEM_NOT_AVAILABLE' };
  if (items.some((item) => !stakeable(item.kind))) return { refused: 'ITEM_NOT_STAKEABLE' };
  if (items.some((item) => item.cents < MIN_ITEM_CENTS)) {
    return { refused: 'ITEM_TOO_CHEAP', details: { min: plainUsd(cents(MIN_ITEM_CENTS)) } };
  }
  const doubted = items.find((item) => item.doubt !== null);
  if (doubted) return { refused: 'PRICE_DOUBTED', details: { name: doubted.marketHashName } };
  const sorted = [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { value: { items: sorted, totalCents: sumCents(items.map((item) => item.cents)) } };
}

/** The value, or the refusal that was thrown. */
function catchRefusal<T>(work: () => T): T | Refused {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** An admitted stake, ready to be written. */
interface AdmittedStake {
  readonly entry: NewEntry;
  readonly round: ({ readonly kind: 'open' } & NewRound) | ({ readonly kind: 'lock' } & NewLock) | EnteredRound;
  readonly answer: { readonly gameId: string; readonly entryNo?: number };
}

type EnteredRound = { readonly kind: 'enter'; readonly id: string; readonly version: number };

/** The stakes of one transaction while they are decided: later ones do not see items that earlier ones took. */
class StakeBatch<S = never> {
  readonly #deps: Deps;
  readonly #game: ItemGame;
  readonly #loaded: LoadedStakes;
  /** The game's own part of its open round, after the stakes so far. */
  own: S | null;
  readonly #taken = new Set<string>();
  /** The rounds that earlier stakes entered or locked, as they are after those stakes. */
  readonly #after = new Map<string, Round>();

  constructor(deps: Deps, game: ItemGame, loaded: LoadedStakes, own: S | null) {
    this.#deps = deps;
    this.#game = game;
    this.#loaded = loaded;
    this.own = own;
  }

  contextOf({ playerId, ids, gameId }: StakeRequest): StakeContext<S> {
    const { items, terms, rounds } = this.#loaded;
    const available = [...new Set(ids)].flatMap((id) => {
      const item = this.#taken.has(id) ? undefined : items.get(id);
      return item?.playerId === playerId ? [item] : [];
    });
    const round = gameId === null ? undefined : (this.#after.get(gameId) ?? rounds.get(gameId));
    const stakedNow = gameId === null ? cents(0) : (this.#loaded.stakedNow.get(gameId) ?? null);
    return { stake: admitItems(ids, available), terms, round, stakedNow, own: this.own };
  }

  /** Admits the stake. Refuses BEACON_UNKNOWN when it needs the clock and the clock is in doubt. */
  admit(
    { playerId }: StakeRequest,
    decided: StakeDecision<S>,
    { before: trouble, now, actor }: Pick<BatchedCall<Command, string | null>, 'before' | 'now' | 'actor'>,
  ): AdmittedStake {
    // A session whose player row is gone counts as signed out.
    const pseudonym = this.#loaded.pseudonyms.get(playerId) ?? refuse('SIGNED_OUT');
    const { stake, pick } = decided;
    if (trouble !== null && decided.kind !== 'open' && !decided.round.scripted) refuse('BEACON_UNKNOWN');
    const byKey = actor.apiKey !== undefined;
    const admitted = this.#build(decided, { playerId, pseudonym, pick, stake, byKey }, now);
    for (const item of stake.items) this.#taken.add(item.id);
    if (decided.kind === 'lock') this.#after.set(decided.round.id, { ...decided.round, phase: 'locked' });
    if (decided.kind === 'enter') {
      this.#recordEntry(admitted.entry);
      this.own = decided.own ?? this.own;
    }
    return admitted;
  }

  /** A game that numbers its entries in its own table names no round and keeps count itself. */
  #recordEntry({ roundId, stake, ...entry }: NewEntry): void {
    const round = this.#after.get(roundId) ?? this.#loaded.rounds.get(roundId);
    if (!round) return;
    const items = stake.items.map(({ id, itemType, cents }) => ({ id, type: itemType, cents }));
    const entries = [...round.entries, { ...entry, cents: stake.totalCents, items }];
    this.#after.set(roundId, { ...round, version: round.version + 1, entries });
  }

  #build(decided: StakeDecision<S>, staked: Omit<NewEntry, 'roundId' | 'no' | 'at'>, now: number): AdmittedStake {
    if (decided.kind === 'open') {
      const id = this.#deps.ids.next('round');
      const entry = { ...staked, roundId: id, no: 1, at: now };
      const round = { kind: 'open', id, feeBps: this.#loaded.terms.feeBps, at: now } as const;
      return { entry, round, answer: { gameId: id } };
    }
    if (decided.kind === 'enter') {
      const { no } = decided;
      const { id, version } = decided.round;
      const entry = { ...staked, roundId: id, no, at: now };
      return { entry, round: { kind: 'enter', id, version }, answer: { gameId: id, entryNo: no } };
    }
    // The time of the load. The beacon that it names is still in the future at commit: a lock that takes more than 4 s
    // is undone.
    const { lockedAt: at } = this.#loaded.time;
    const { round } = decided;
    const entry = { ...staked, roundId: round.id, no: round.entries.length + 1, at };
    return { entry, round: { kind: 'lock', ...this.#lockOf(round, entry) }, answer: { gameId: round.id } };
  }

  #lockOf(round: Round, { pseudonym, pick, stake }: NewEntry): NewLock {
    const { time, seals } = this.#loaded;
    const { lockedAt } = time;
    const { id, version } = round;
    if (round.scripted) {
      const dueAt = lockedAt + this.#game.lock.countdownMs;
      return { id, version, text: null, drandRound: null, dueAt, lockedAt, loadedAt: null };
    }
    const seal = seals.get(id);
    if (seal === undefined) throw new Stale(`the window of ${id} is not made yet`);
    const entries = [...round.entries, { pseudonym, pick, cents: stake.totalCents }];
    const record = itemLock(this.#game, round, entries, { lockedAt, seal, chain: this.#deps.drandChain });
    return { id, version, ...record, ...time };
  }
}

async function write(tx: Tx, deps: Deps, game: ItemGame, admitted: readonly AdmittedStake[]): Promise<void> {
  if (admitted.length === 0) return;
  const rounds = admitted.map(({ round }) => round);
  await Promise.all([
    openRounds(
      tx,
      deps,
      game.game,
      rounds.filter((round) => round.kind === 'open'),
    ),
    // A stake that locks a round may follow others of this transaction that entered it.
    stepRounds(
      tx,
      game.game,
      'entered',
      admitted.flatMap(({ round, entry: { at } }) => (round.kind === 'enter' ? [{ ...round, at }] : [])),
    ),
    closeRounds(
      tx,
      game.game,
      rounds.filter((round) => round.kind === 'lock'),
    ),
    stakeItems(
      tx,
      admitted.flatMap(({ entry: { playerId, roundId, stake, at } }) =>
        stake.items.map(({ id }) => ({ id, playerId, roundId, at })),
      ),
    ),
    insertEntries(tx, columnOf(admitted, 'entry')),
  ]);
}
