/**
 * A stake of items from the load to the write, the same for every game: the desk loads, the game decides, and what follows from
 * that (secret and leaf of a new round, the lock record of one that is full) is made here. Called by the games' commands.
 */
import type { Random, Clock, Ids } from '../../../platform/process/ports.ts';
import type { Deps } from '../../../platform/process/deps.ts';
import type { Receipt } from '../../../platform/runner/feature.ts';
import { refuse } from '../../../platform/runner/refused.ts';
import { decideAndWrite, STALE, type Done, type HotContext } from '../decide-and-write.ts';
import { openLeaf } from '../leaves.ts';
import { lookAtClock, requireClock } from '../lock.ts';
import type { Round } from '../rounds.ts';
import type { Stake } from '../rules.ts';
import { newSecret } from '../secrets.ts';
import { ensureWindow } from '../beacon/windows.ts';
import type { Desk } from './desk.ts';
import type { ItemGame } from './item-game.ts';
import { itemLock } from './lock.ts';
import type { Asked, DecidedStake, Loaded, StakeAnswer } from './store.ts';

/** What a game decides of a stake: which round it opens, locks or enters, and with what. */
export type Decided = { readonly stake: Stake; readonly pick: number | null } & (
  | { readonly kind: 'open' }
  /** The last stake of this round. */
  | { readonly kind: 'lock'; readonly round: Round }
  /** The round stays open. */
  | { readonly kind: 'enter'; readonly round: { readonly id: string; readonly scripted: boolean } }
);

/** A lock for which there is no window yet: it is made, and all is decided again. */
interface NoWindow {
  readonly response: null;
  readonly missing: 'window';
}

/**
 * Stakes items. `ask` says what is wanted (again at each try); `decide` is pure, `now` is the time of the try, and it throws
 * Refused for a refusal.
 */
export function stakeItems<Live, A extends Asked>(
  { deps, game, desk }: { readonly deps: Deps; readonly game: ItemGame; readonly desk: Desk<Live> },
  ctx: HotContext,
  ask: () => A | Promise<A>,
  decide: (loaded: Loaded<Live>, asked: A, now: number) => Decided,
): Promise<Done<StakeAnswer>> {
  return decideAndWrite(ctx, {
    async load() {
      const asked = await ask();
      // A stake that opens a round waits for no beacon yet.
      const trouble = asked.gameId === null && !game.live ? null : await lookAtClock(deps);
      return { asked, trouble, loaded: await desk.load(asked) };
    },
    decide({ asked, trouble, loaded }) {
      const now = deps.clock.now();
      const decided = decide(loaded, asked, now);
      if (decided.kind !== 'open' && !decided.round.scripted) requireClock(trouble);
      return writable(deps, game, { receipt: ctx.receipt, playerId: asked.playerId, now }, loaded, decided);
    },
    async write(stake: DecidedStake | NoWindow, alone) {
      if (!('missing' in stake)) return alone ? desk.writeAlone(stake) : desk.write(stake);
      await ensureWindow(deps, game.game);
      return STALE;
    },
  });
}

interface Who {
  readonly receipt: Receipt;
  readonly playerId: string;
  readonly now: number;
}

interface MakingDeps {
  readonly random: Random;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly drandChain: Deps['drandChain'];
}

/** What a decision writes. */
export function writable(
  deps: MakingDeps,
  game: ItemGame,
  { receipt, playerId, now }: Who,
  loaded: Loaded<unknown>,
  decided: Decided,
): DecidedStake | NoWindow {
  // A session whose player row is gone: nobody is signed in any more.
  const pseudonym = loaded.pseudonym ?? refuse('SIGNED_OUT');
  const { pick, stake } = decided;
  const entry = { playerId, pseudonym, pick, stake };
  switch (decided.kind) {
    case 'open': {
      const id = deps.ids.next('round');
      const { secret, hash } = newSecret(deps.random, game.game, id);
      const { feeBps } = loaded.terms;
      const leaf = openLeaf({ game: game.game, roundId: id, hash, feeBps, openedAt: now });
      const round = { kind: 'open', id, hash, secret, feeBps, leaf } as const;
      return { receipt, response: { gameId: id }, round, entry, at: now };
    }
    case 'lock': {
      // The time of this try's load: the beacon that it names is still in the future at the commit, as a lock that takes more
      // than 4 s to write is undone.
      const { lockedAt: at } = loaded.time;
      const round = lockingOf(deps, game, loaded, decided.round, entry);
      return round
        ? { receipt, response: { gameId: round.id }, round, entry, at }
        : { response: null, missing: 'window' };
    }
    case 'enter': {
      const { id, scripted } = decided.round;
      return { receipt, response: { gameId: id }, round: { kind: 'enter', id, scripted }, entry, at: now };
    }
  }
}

/** The lock that this entry brings about; null when its window is missing. */
function lockingOf(
  { drandChain: chain }: MakingDeps,
  game: ItemGame,
  { time: { lockedAt, loadedAt }, seal }: Loaded<unknown>,
  round: Round,
  { pseudonym, pick, stake }: DecidedStake['entry'],
) {
  const base = { kind: 'lock', id: round.id, version: round.version, no: round.entries.length + 1 } as const;
  if (round.scripted) {
    return { ...base, text: null, drandRound: null, dueAt: lockedAt + game.lock.countdownMs, loadedAt: null };
  }
  if (seal === null) return null;
  const entries = [...round.entries, { pseudonym, pick, cents: stake.totalCents }];
  return { ...base, loadedAt, ...itemLock(game, round, entries, { lockedAt, seal, chain }) };
}
