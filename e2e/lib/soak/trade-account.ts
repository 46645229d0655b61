/**
 * Checks of a site after a soak of trades, from outside: the simulated Steam knows who has which item, and each item must be in exactly one place,
 * there or on the site. Each returns findings in words; an empty list means that all is well.
 */
import type { FastSite } from './fast-site.ts';
import type { SteamAccount, SteamOffer, SteamTrade, Traders } from './traders.ts';

const ACCEPTED = 3;
const OPEN = [2, 9, 11];
const COMPLETE = 3;
const REVERSED = 12;

/** The trading account's assets are exactly those that the site lists, each behind one item on the site. */
export async function wrongAssets(site: FastSite, bot: SteamAccount): Promise<string[]> {
  const rows = await site.db.many<{ asset: string; item: string; held: boolean; place: string }>({
    text: `
      select a.app_id || '/' || a.asset_id as asset, a.item_id as item, a.held, p.holder_kind as place
      from trade_assets a join item_positions p on p.item_id = a.item_id`,
    values: [],
  });
  const held = rows.filter((row) => row.held);
  const [ours, theirs] = [
    new Set(held.map((row) => row.asset)),
    new Set(bot.items.map((i) => `${i.appId}/${i.assetId}`)),
  ];
  return [
    ...held
      .filter(({ asset }) => !theirs.has(asset))
      .map(({ asset, item }) => `${item} maps to ${asset}, which is not at Steam`),
    ...[...theirs].filter((asset) => !ours.has(asset)).map((asset) => `${asset} is at Steam without an item`),
    ...rows
      .filter((row) => row.held === (row.place === 'outside'))
      .map((row) => `${row.item}: held ${row.held}, and ${row.place}`),
  ];
}

interface BookedItem {
  readonly steamId: string;
  readonly name: string;
}

/**
 * By name, the items a player was given at Steam are still there, or arrived on the site by their deposits and did not leave it by their withdrawals.
 * Names, because an asset has another id after each trade.
 */
export async function wrongItems(site: FastSite, traders: Traders): Promise<string[]> {
  const moved = await site.db.many<BookedItem & { readonly inside: boolean }>({
    text: `
      select o.partner as "steamId", i.market_hash_name as name, o.kind = 'DEPOSIT' as inside
      from trade_orders o join trade_order_items i on i.order_id = o.id
      where o.state = 'SETTLED' and i.item_id is not null`,
    values: [],
  });
  const wrong: string[] = [];
  for (const { steamId } of traders.all) {
    const counts = new Map<string, number>();
    const add = (name: string, n: number) => counts.set(name, (counts.get(name) ?? 0) + n);
    for (const name of traders.given.get(steamId) ?? []) add(name, 1);
    for (const { marketHashName } of (await traders.account(steamId)).items) add(marketHashName, -1);
    for (const { name, inside } of moved.filter((row) => row.steamId === steamId)) add(name, inside ? -1 : 1);
    wrong.push(...[...counts].filter(([, n]) => n !== 0).map(([name, n]) => `${steamId}: ${n} of ${name}`));
  }
  return wrong;
}

/** Balances equal what was credited for settled deposits to the balance, and nothing is reserved any more; the world's account is the rest. */
export async function wrongBalances(site: FastSite, traders: Traders): Promise<string[]> {
  const due = await site.db.many<{ id: string; cents: number }>({
    text: `
      select o.player_id as id, sum(i.credited_cents)::bigint as cents
      from trade_orders o join trade_order_items i on i.order_id = o.id
      where o.kind = 'DEPOSIT' and o.to_balance and not o.late and o.state = 'SETTLED' and i.item_id is not null
      group by 1`,
    values: [],
  });
  const granted = await site.db.many<{ id: string; cents: number }>({
    text: `
      select a.owner_id as id, sum(p.cents)::bigint as cents from postings p join transfers t on t.id = p.transfer_id
        join ledger_accounts a on a.id = p.account_id
      where a.owner_id is not null and t.key not like 'trade:%' group by 1`,
    values: [],
  });
  const owed = (id: string) =>
    [due, granted].reduce((sum, rows) => sum + (rows.find((row) => row.id === id)?.cents ?? 0), 0);
  const wrong: string[] = [];
  for (const trader of traders.all) {
    const { id } = trader;
    const { user } = await traders.ask<{ user: { balanceUsd: number; balanceUsdHold: number } }>(trader, '/user');
    const has = [user.balanceUsd, user.balanceUsdHold].map((usd) => Math.round(usd * 100));
    if (has[0] !== owed(id) || has[1] !== 0) wrong.push(`${id} has ${has.join(' and ')}, not ${owed(id)} and 0`);
  }
  return wrong;
}

interface OrderEnd {
  readonly id: string;
  readonly code: string;
  readonly kind: string;
  readonly state: string;
  readonly tradeId: string | null;
  readonly moved: number;
  readonly items: number;
  readonly credited: number;
  readonly returned: boolean;
}

/** Each order is over and agrees with Steam: at most one offer, its trade, everything that the trade moved and nothing else. */
export async function wrongOrders(site: FastSite): Promise<{ wrong: string[]; ends: ReadonlyMap<string, number> }> {
  const orders = await site.db.many<OrderEnd>({
    text: `
      select o.id, o.code, o.kind, o.state, o.trade_id as "tradeId", o.returned_at is not null as returned,
        (select count(*)::integer from trade_moves m where m.order_id = o.id and m.direction <> 'BACK') as moved,
        (select count(*)::integer from trade_order_items i where i.order_id = o.id) as items,
        (select count(*)::integer from trade_order_items i
          where i.order_id = o.id and i.item_id is not null) as credited
      from trade_orders o`,
    values: [],
  });
  const { offers } = await site.simulated<{ offers: SteamOffer[] }>('GET', '/_sim/offers');
  const { trades } = await site.simulated<{ trades: SteamTrade[] }>('GET', '/_sim/trades');
  const byCode = new Map<string, SteamOffer[]>();
  for (const offer of offers) {
    const code = /#([DW]-\w{6})$/.exec(offer.message)?.[1] ?? '';
    byCode.set(code, [...(byCode.get(code) ?? []), offer]);
  }
  const tradeOf = new Map(trades.map((trade) => [trade.tradeId, trade]));
  const wrong: string[] = [];
  const ends = new Map<string, number>();
  for (const order of orders) {
    const end = `${order.kind} ${order.state}`;
    ends.set(end, (ends.get(end) ?? 0) + 1);
    const wrongs = wordsAgainst(order, byCode.get(order.code) ?? [], (id) => tradeOf.get(id));
    wrong.push(...wrongs.map((what) => `${order.id} (${end}): ${what}`));
  }
  return { wrong, ends };
}

const ENDED = ['DECLINED', 'EXPIRED', 'CANCELED', 'REFUSED'];

function wordsAgainst(
  order: OrderEnd,
  offers: readonly SteamOffer[],
  tradeOf: (id: string) => SteamTrade | undefined,
): string[] {
  const wrong: string[] = [];
  const say = (when: boolean, what: string) => void (when && wrong.push(what));
  say(offers.length > 1, `${offers.length} offers at Steam`);
  const [offer] = offers;
  say(offer !== undefined && OPEN.includes(offer.state), `its offer is still open (${offer?.state})`);
  const trade = offer?.tradeId ? tradeOf(offer.tradeId) : undefined;
  const status = trade?.status;
  const happened = offer?.state === ACCEPTED && (status === COMPLETE || status === REVERSED);
  if (order.state === 'SETTLED' || order.state === 'REVERSED') {
    say(!happened, `its offer is ${offer?.state}, its trade ${status}`);
    say(order.tradeId !== trade?.tradeId, `its trade is ${order.tradeId}, Steam says ${trade?.tradeId}`);
    say((order.state === 'SETTLED') !== (status === COMPLETE), `its trade is ${status}`);
    // A trade that was reversed before the site saw it complete brought nothing.
    const seen = order.state === 'SETTLED' || order.moved > 0;
    say(seen && order.moved !== order.items, `${order.moved} of ${order.items} assets are written down`);
    // One that was reversed before it was booked created no item.
    const none = order.state === 'REVERSED' && order.credited === 0;
    say(seen && !none && order.credited !== order.items, `${order.credited} of ${order.items} items`);
    return wrong;
  }
  say(!ENDED.includes(order.state), 'it is not over');
  say(happened, `it has ended, and its offer was accepted at Steam (trade ${status})`);
  say(order.moved > 0, `${order.moved} assets are written down`);
  say(order.kind === 'DEPOSIT' && order.credited > 0, `${order.credited} items were credited`);
  say(order.kind === 'WITHDRAWAL' && !order.returned, 'its items were not returned');
  return wrong;
}

/** Every asset that a trade brought to the trading account is one item of the site, and none is two. */
export async function creditedTwice(site: Pick<FastSite, 'db'>): Promise<string[]> {
  const rows = await site.db.many<{ origin: string; n: number }>({
    text: `
      select origin, count(*)::integer as n from items
      where origin like 'trade:%' group by origin having count(*) > 1`,
    values: [],
  });
  const moves = await site.db.many<{ asset: string; n: number }>({
    text: `
      select app_id || '/' || asset_id as asset, count(*)::integer as n from trade_moves where direction = 'IN'
      group by 1 having count(*) > 1`,
    values: [],
  });
  return [
    ...rows.map((row) => `${row.origin}: ${row.n} items`),
    ...moves.map((row) => `${row.asset} arrived ${row.n} times`),
  ];
}

/**
 * Each bet from Steam ended in one way: all its items were staked once, in one round that it opened, or none was ever staked. Counts by end; `wrong`
 * in words. The stake of a placed bet is the player's again after a day without an opponent.
 */
export async function wrongBets(site: FastSite): Promise<{ wrong: string[]; ends: ReadonlyMap<string, number> }> {
  const bets = await site.db.many<{
    id: string;
    state: string;
    reason: string;
    items: number;
    staked: number;
    stakes: number;
    out: number;
  }>({
    text: `
      select b.order_id as id, b.state, coalesce(b.reason, '') as reason,
        (select count(*)::integer from trade_order_items i where i.order_id = b.order_id) as items,
        count(distinct m.item_id)::integer as staked, count(m.item_id)::integer as stakes,
        count(distinct m.item_id) filter (where p.holder_kind = 'round')::integer as out
      from trade_bets b join trade_orders o on o.id = b.order_id
        left join trade_order_items i on i.order_id = b.order_id
        left join item_moves m on m.item_id = i.item_id and m.code = 'STAKE'
        left join item_positions p on p.item_id = i.item_id
      group by b.order_id`,
    values: [],
  });
  const ends = new Map<string, number>();
  const wrong: string[] = [];
  for (const { id, state, reason, items, staked, stakes, out } of bets) {
    const end = `${state} ${reason}`.trim();
    ends.set(end, (ends.get(end) ?? 0) + 1);
    const due = state === 'PLACED' ? items : 0;
    if (state === 'OPEN') wrong.push(`${id}: its bet is still open`);
    if (staked !== due || stakes !== due)
      wrong.push(`${id} (${state}): ${stakes} stakes of ${staked} of ${items} items`);
    if (out > 0) wrong.push(`${id}: ${out} items are still in a round`);
  }
  return { wrong, ends };
}
