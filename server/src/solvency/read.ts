/**
 * Everything that the site owes and holds, as of one moment: the only module that reads every player. It reads in pages, in a snapshot
 * that blocks no one, so play continues meanwhile. Pages do not grow with the number of players.
 */
import { NOTHING, addSums, type LiabilitySums } from '@fairpot/fairness/solvency/sums';
import type { Liability } from '@fairpot/fairness/solvency/commitments';
import { facesOf } from '../accounts/people.ts';
import type { Reserves } from '@fairpot/fairness/reserves/reserves';
import { coinsHeld, coinWorth } from '../crypto/front.ts';
import { stakedItemsAfter } from '../games/kit/staked-items.ts';
import { balancesAfter, BEFORE_PLAYERS, giftedCents, owedByTheBooks, stakesAfter } from '../ledger/liabilities.ts';
import { invariant } from '../platform/runner/refused.ts';
import type { Db, Pool } from '../platform/database/sql.ts';
import { heldAssetsAfter, steamHeld } from '../trades/front.ts';
import { countInRounds, itemsAfter } from '../vault/liabilities.ts';
import { readReserves } from './reserves.ts';
import { balanceProblem, GIFT_COIN, giftUnits, PlayerLiabilities } from './rules.ts';

/** The figures of one statement. */
const PAGE = 2_000;

export interface SolvencyPosition {
  /** One for each player to whom something is owed. */
  readonly liabilities: readonly Liability[];
  /** What the house's bots have. */
  readonly own: LiabilitySums;
  readonly players: LiabilitySums;
  readonly coins: Awaited<ReturnType<typeof coinsHeld>>;
  /** Assets at Steam: those behind items, and free ones. */
  readonly steam: { readonly items: number; readonly itemCents: number; readonly at: number | null };
  /** Where everything held is, so that others can look it up. */
  readonly reserves: Reserves;
}

/**
 * Reads the position for a statement of this moment. Throws if the two sides of the books disagree, because then nothing may be
 * published. `onPage` is called between pages.
 */
export function readPosition(
  db: Pool,
  moment: { readonly at: number; readonly everyMs: number },
  onPage: () => Promise<void>,
): Promise<SolvencyPosition> {
  return db.snapshot(async (at) => {
    const owed = new PlayerLiabilities();
    await addBalances(at, owed, onPage);
    await addEscrows(at, owed, onPage);
    await addItems(at, owed, onPage);
    await addStakedItems(at, owed, onPage);
    const { liabilities, own, players } = await liabilitiesOf(at, owed, onPage);
    const problem = balanceProblem(players, own, await owedByTheBooks(at));
    invariant(problem === null, problem ?? '');
    const { steam, accounts, games } = await addSteam(at, onPage);
    const reserves = { ...(await readReserves(at, moment)), accounts, games };
    const coins = await withGifts(at, moment.at, reserves);
    return { liabilities, own, players, coins, steam, reserves };
  });
}

/** Coins according to the books. For the gifts of a demo, additionally what its named addresses hold, as far as needed. */
async function withGifts(db: Db, now: number, { addresses, named }: Pick<Reserves, 'addresses' | 'named'>) {
  const held = await coinsHeld(db, now);
  const inBooks = held.coins.find(({ coin }) => coin === GIFT_COIN)?.units ?? 0n;
  const seen = BigInt(named.find(({ coin }) => coin === GIFT_COIN)?.units ?? 0);
  const more = giftUnits(await giftedCents(db), seen - inBooks);
  if (more <= 0n) return held;
  const worth = await coinWorth(db, now);
  const coins = held.coins.map((each) =>
    each.coin === GIFT_COIN ? { ...each, units: inBooks + more, cents: worth(GIFT_COIN, inBooks + more) } : each,
  );
  return { coins, at: Math.max(held.at ?? 0, ...addresses.flatMap(({ at }) => at ?? [])) };
}

async function addSteam(db: Db, onPage: () => Promise<void>) {
  const { games: seen, accounts, itemCents, at } = await steamHeld(db);
  const counts = new Map(seen.map(({ appId, free }) => [appId, free]));
  for (let after = { appId: 0, assetId: '' }, more = true; more; await onPage()) {
    const rows = await heldAssetsAfter(db, after, PAGE);
    for (const { appId } of rows) counts.set(appId, (counts.get(appId) ?? 0) + 1);
    after = rows.at(-1) ?? after;
    more = rows.length === PAGE;
  }
  const games = [...counts]
    .map(([appId, items]) => ({ appId, items, at: seen.find((game) => game.appId === appId)?.at ?? null }))
    .sort((a, b) => a.appId - b.appId);
  const items = games.reduce((sum, game) => sum + game.items, 0);
  return { steam: { items, itemCents, at }, accounts, games };
}

async function addBalances(db: Db, owed: PlayerLiabilities, onPage: () => Promise<void>): Promise<void> {
  for (let after = BEFORE_PLAYERS, more = true; more; await onPage()) {
    const rows = await balancesAfter(db, after, PAGE);
    for (const { playerId, cents } of rows) owed.add(playerId, { cents });
    after = rows.at(-1)?.playerId ?? after;
    more = rows.length === PAGE;
  }
}

async function addEscrows(db: Db, owed: PlayerLiabilities, onPage: () => Promise<void>): Promise<void> {
  for (let after = '', more = true; more; await onPage()) {
    const rows = await stakesAfter(db, after, PAGE);
    for (const { playerId, cents } of rows) if (playerId !== null && cents !== null) owed.add(playerId, { cents });
    after = rows.at(-1)?.roundId ?? after;
    more = new Set(rows.map((row) => row.roundId)).size === PAGE;
  }
}

async function addItems(db: Db, owed: PlayerLiabilities, onPage: () => Promise<void>): Promise<void> {
  for (let after = { playerId: '', itemId: '' }, more = true; more; await onPage()) {
    const rows = await itemsAfter(db, after, PAGE);
    for (const { playerId, cents } of rows) owed.add(playerId, { items: 1, itemCents: cents });
    after = rows.at(-1) ?? after;
    more = rows.length === PAGE;
  }
}

async function addStakedItems(db: Db, owed: PlayerLiabilities, onPage: () => Promise<void>): Promise<void> {
  for (let after = '', more = true; more; await onPage()) {
    const rows = await stakedItemsAfter(db, after, PAGE);
    const placed = await countInRounds(db, rows);
    invariant(placed === rows.length, `${rows.length} items are at stake, but ${placed} are in their rounds`);
    for (const { playerId, cents } of rows) owed.add(playerId, { items: 1, itemCents: cents });
    after = rows.at(-1)?.itemId ?? after;
    more = rows.length === PAGE;
  }
}

/** Sums by the player's own id; what bots have is summed separately. */
async function liabilitiesOf(db: Db, { byPlayer }: PlayerLiabilities, onPage: () => Promise<void>) {
  const liabilities: Liability[] = [];
  let [own, players] = [NOTHING, NOTHING];
  const ids = [...byPlayer.keys()];
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const faces = await facesOf(db, page);
    invariant(faces.length === page.length, 'a liability has no player');
    for (const { id, steamid, isFake } of faces) {
      const sums = byPlayer.get(id) ?? NOTHING;
      if (isFake) own = addSums(own, sums);
      else {
        players = addSums(players, sums);
        liabilities.push({ steamid, sums });
      }
    }
    await onPage();
  }
  return { liabilities, own, players };
}
