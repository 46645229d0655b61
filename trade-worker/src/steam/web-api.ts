/** Steam's Web API for trades, over the session's own connection: the library hides fields that decide about money. */
import { z } from 'zod';
import type { GatewayAnswer, AssetRef, AssetMove, OfferSnapshot, OwnAccount, TradeGateway } from '../gateway-port.ts';
import type { SteamSession } from './session.ts';
import { offerStateOf, standingOf } from './words.ts';

const Digits = z.coerce.string().regex(/^\d{1,20}$/);
const Asset = z.object({ appid: z.coerce.number().int(), contextid: Digits, assetid: Digits });
const Offer = z.object({
  tradeofferid: Digits,
  accountid_other: z.number().int().positive(),
  message: z.string().default(''),
  trade_offer_state: z.number().int(),
  items_to_give: z.array(Asset).default([]),
  items_to_receive: z.array(Asset).default([]),
  tradeid: Digits.optional(),
});
const Offers = z.object({
  response: z.object({
    trade_offers_sent: z.array(z.unknown()).default([]),
    next_cursor: z.coerce.number().default(0),
  }),
});
const ACTIVE = 2;
const Received = z.object({
  response: z.object({
    trade_offers_received: z.array(z.object({ tradeofferid: Digits, trade_offer_state: z.number().int() })).default([]),
  }),
});
const TradedAsset = Asset.extend({
  new_assetid: Digits.optional(),
  new_contextid: Digits.optional(),
  rollback_new_assetid: Digits.optional(),
});
const Trades = z.object({
  response: z.object({
    trades: z.array(
      z.object({
        tradeid: Digits,
        time_init: z.number().int(),
        status: z.number().int(),
        assets_received: z.array(TradedAsset).default([]),
        assets_given: z.array(TradedAsset).default([]),
        rollback_trade: Digits.optional(),
      }),
    ),
  }),
});
const Escrow = z.object({ escrow_end_duration_seconds: z.coerce.number().int().min(0) });
const Holds = z.object({ response: z.object({ my_escrow: Escrow, their_escrow: Escrow }) });
const ServerTime = z.object({ response: z.object({ server_time: z.coerce.number().int().positive() }) });

const Summaries = z.object({
  response: z.object({
    players: z.array(
      z.object({
        steamid: Digits,
        personaname: z.string().min(1).max(64),
        avatarhash: z.string().optional(),
        timecreated: z.number().int().positive().optional(),
      }),
    ),
  }),
});
const Level = z.object({ response: z.object({ player_level: z.number().int().min(0).optional() }) });

const DAY_SEC = 24 * 60 * 60;
const MAX_PAGES = 50;
const OK = '1';
const WRONG_LINK = '15';
/** A person's steamid is this plus the account id. */
const INDIVIDUAL = 76561197960265728n;

export interface TradeApi extends Pick<TradeGateway, 'holdDays' | 'offers' | 'received' | 'trade'> {
  offer(offerId: string): Promise<GatewayAnswer<OfferSnapshot>>;
  /** How Steam shows our own account. */
  account(steamId: string): Promise<GatewayAnswer<OwnAccount>>;
  /** Steam's own clock, epoch seconds. */
  serverTime(): Promise<GatewayAnswer<number>>;
}

interface Raw {
  readonly status: number;
  readonly result: string | undefined;
  readonly body: unknown;
}

export function tradeApi(session: SteamSession): TradeApi {
  const ask = (method: 'GET' | 'POST', call: string, input: object, version = 1): Promise<GatewayAnswer<Raw>> =>
    askOnce(session, method, `${call}/v${version}/`, input);
  const read = async <T>(schema: z.ZodType<T>, call: string, input: object, version = 1): Promise<GatewayAnswer<T>> => {
    const raw = await ask('GET', call, input, version);
    if (raw.kind !== 'ok') return raw;
    const why = `${call}: status ${raw.value.status}, result ${raw.value.result ?? 'none'}`;
    if (failedSilently(raw.value)) return { kind: 'unavailable', why };
    const parsed = schema.safeParse(raw.value.body);
    return parsed.success ? { kind: 'ok', value: parsed.data } : { kind: 'unavailable', why };
  };
  return {
    async holdDays(partner, token) {
      const input = { steamid_target: partner, trade_offer_access_token: token };
      const raw = await ask('GET', 'IEconService/GetTradeHoldDurations', input);
      if (raw.kind !== 'ok') return raw;
      if (raw.value.result === WRONG_LINK) return { kind: 'refused', reason: 'BAD_LINK' };
      const parsed = Holds.safeParse(raw.value.body);
      if (!parsed.success) return { kind: 'unavailable', why: `hold durations: status ${raw.value.status}` };
      const { my_escrow: mine, their_escrow: theirs } = parsed.data.response;
      const days = (each: z.infer<typeof Escrow>) => Math.ceil(each.escrow_end_duration_seconds / DAY_SEC);
      return { kind: 'ok', value: { mine: days(mine), theirs: days(theirs) } };
    },
    async offers(sinceSec) {
      const found: OfferSnapshot[] = [];
      let [cursor, complete] = [0, true];
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const input = {
          get_sent_offers: 1,
          get_received_offers: 0,
          get_descriptions: 0,
          active_only: 1,
          historical_only: 0,
          time_historical_cutoff: sinceSec,
          cursor,
        };
        const page_ = await read(Offers, 'IEconService/GetTradeOffers', input);
        if (page_.kind !== 'ok') return page_;
        const { trade_offers_sent: sent, next_cursor: next } = page_.value.response;
        const readable = sent.flatMap((each) => offerOf(each) ?? []);
        complete &&= readable.length === sent.length;
        found.push(...readable);
        if (next === 0) return { kind: 'ok', value: { offers: found, complete } };
        cursor = next;
      }
      return { kind: 'ok', value: { offers: found, complete: false } };
    },
    async offer(offerId) {
      const One = z.object({ response: z.object({ offer: z.unknown() }) });
      const page_ = await read(One, 'IEconService/GetTradeOffer', { tradeofferid: offerId });
      if (page_.kind !== 'ok') return page_;
      const offer = offerOf(page_.value.response.offer);
      return offer === null
        ? { kind: 'unavailable', why: `offer ${offerId} is not readable` }
        : { kind: 'ok', value: offer };
    },
    async received() {
      const input = { get_sent_offers: 0, get_received_offers: 1, get_descriptions: 0, active_only: 1 };
      const page = await read(Received, 'IEconService/GetTradeOffers', input);
      if (page.kind !== 'ok') return page;
      const open = page.value.response.trade_offers_received.filter((offer) => offer.trade_offer_state === ACTIVE);
      return { kind: 'ok', value: open.map((offer) => offer.tradeofferid) };
    },
    async trade(tradeId) {
      const page_ = await read(Trades, 'IEconService/GetTradeStatus', { tradeid: tradeId });
      if (page_.kind !== 'ok') return page_;
      const trade = page_.value.response.trades.find((each) => each.tradeid === tradeId);
      if (trade === undefined) return { kind: 'unavailable', why: `trade ${tradeId} is not shown` };
      const rolledBackBy = trade.rollback_trade ?? null;
      return {
        kind: 'ok',
        value: {
          status: trade.status,
          standing: standingOf(trade.status, rolledBackBy),
          startedAt: trade.time_init * 1_000,
          received: trade.assets_received.map(movedOf),
          given: trade.assets_given.map(movedOf),
          rolledBackBy,
        },
      };
    },
    async account(steamId) {
      const shown = await read(Summaries, 'ISteamUser/GetPlayerSummaries', { steamids: steamId }, 2);
      if (shown.kind !== 'ok') return shown;
      const player = shown.value.response.players.find((each) => each.steamid === steamId);
      if (player === undefined) return { kind: 'unavailable', why: `account ${steamId} is not shown` };
      const level = await read(Level, 'IPlayerService/GetSteamLevel', { steamid: steamId });
      const hash = player.avatarhash ?? '';
      return {
        kind: 'ok',
        value: {
          steamId,
          name: player.personaname,
          level: level.kind === 'ok' ? (level.value.response.player_level ?? null) : null,
          sinceAt: player.timecreated === undefined ? null : player.timecreated * 1_000,
          avatar: /^[0-9a-f]{40}$/.test(hash) ? hash : null,
        },
      };
    },
    async serverTime() {
      const raw = await ask('POST', 'ITwoFactorService/QueryTime', {});
      if (raw.kind !== 'ok') return raw;
      const parsed = ServerTime.safeParse(raw.value.body);
      if (!parsed.success) return { kind: 'unavailable', why: `server time: status ${raw.value.status}` };
      return { kind: 'ok', value: parsed.data.response.server_time };
    },
  };
}

async function askOnce(
  session: SteamSession,
  method: 'GET' | 'POST',
  call: string,
  input: object,
): Promise<GatewayAnswer<Raw>> {
  try {
    await session.ready();
  } catch (error) {
    return { kind: 'unavailable', why: error instanceof Error ? error.message : String(error) };
  }
  const given = { ...input, access_token: session.manager.accessToken ?? '' };
  return new Promise((resolve) =>
    session.community.httpRequest(
      {
        ...({ uri: `https://api.steampowered.com/${call}`, method, json: true, gzip: true } as const),
        ...(method === 'GET' ? { qs: given } : { form: given }),
        ...({ checkHttpError: false, checkJsonError: false } as const),
      },
      (error, response, body) => {
        if (error) return resolve({ kind: 'unavailable', why: error.message });
        if (response.statusCode === 401 || response.statusCode === 403) session.expire();
        if (response.statusCode !== 200)
          return resolve({ kind: 'unavailable', why: `${call}: status ${response.statusCode}` });
        resolve({ kind: 'ok', value: { status: 200, result: response.headers['x-eresult'], body } });
      },
      'fairpot',
    ),
  );
}

/**
 * True for an answer whose header reports a failure and whose body is empty: that is no empty list. (Steam also sets the header on some
 * complete answers; those count.)
 */
function failedSilently({ result, body }: Raw): boolean {
  if (result === undefined || result === OK) return false;
  const Answered = z.object({ response: z.record(z.string(), z.unknown()) });
  const parsed = Answered.safeParse(body);
  return !parsed.success || Object.keys(parsed.data.response).length === 0;
}

function offerOf(raw: unknown): OfferSnapshot | null {
  const parsed = Offer.safeParse(raw);
  if (!parsed.success) return null;
  const { data } = parsed;
  return {
    offerId: data.tradeofferid,
    partner: (INDIVIDUAL + BigInt(data.accountid_other)).toString(),
    message: data.message,
    state: offerStateOf(data.trade_offer_state),
    take: data.items_to_receive.map(refOf),
    give: data.items_to_give.map(refOf),
    tradeId: data.tradeid ?? null,
  };
}

const refOf = (asset: z.infer<typeof Asset>): AssetRef => ({
  appId: asset.appid,
  contextId: asset.contextid,
  assetId: asset.assetid,
});

/** An asset without a new id is not moved yet. */
function movedOf(asset: z.infer<typeof TradedAsset>): AssetMove {
  return {
    assetId: asset.assetid,
    contextId: asset.contextid,
    newAssetId: asset.new_assetid ?? '',
    newContextId: asset.new_contextid ?? asset.contextid,
    backAssetId: asset.rollback_new_assetid ?? null,
  };
}
