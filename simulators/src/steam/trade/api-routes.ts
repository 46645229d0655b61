/**
 * The Web API of trades (`api.steampowered.com`): offers, trades, hold durations and the time. Every call but the time needs an access token or an API key; a dead one is answered 403, "Access is denied".
 */
import type { FastifyInstance } from 'fastify';
import type { Call } from '../../kit/call-faults.ts';
import type { Account } from '../accounts.ts';
import { describeItems } from '../describe.ts';
import { carryOut, DENIED, ok, page, type Answer } from './answers.ts';
import { callerOf, formOf, queryOf, type TradeDeps } from './calls.ts';
import { letTimePass } from './exchange.ts';
import { listOffers } from './offer-list.ts';
import { seconds, wireOffer, wireTrade } from './wire.ts';

type Query = ReadonlyMap<string, string>;

const DAY_SECONDS = 86_400;

export function tradeApiRoutes(app: FastifyInstance, deps: TradeDeps): void {
  const get = (path: string, call: Call, act: (me: Account, query: Query) => Answer) => {
    app.get(path, async (request, reply) =>
      carryOut(deps.faults, call, reply, () => {
        const query = queryOf(request);
        const me = callerOf(deps, query);
        if (me === null) return page(DENIED, 403);
        letTimePass(deps.book);
        return { eresult: 1, ...act(me, query) };
      }),
    );
  };
  get('/IEconService/GetTradeOffers/v1', 'offers', (me, query) => ok({ response: listOffers(deps, me, query) }));
  get('/IEconService/GetTradeOffer/v1', 'offer', (me, query) => oneOffer(deps, me, query));
  get('/IEconService/GetTradeStatus/v1', 'trade-status', (me, query) => tradeStatus(deps, me, query));
  get('/IEconService/GetTradeHoldDurations/v1', 'hold', (me, query) => holdDurations(deps, me, query));
  app.post('/ITwoFactorService/QueryTime/v1', async (request, reply) => {
    formOf(request);
    return carryOut(deps.faults, 'time', reply, () => ok({ response: queryTime(deps.book.clock.now()) }));
  });
}

function oneOffer({ book, catalogue }: TradeDeps, me: Account, query: Query): Answer {
  const offer = book.offer(query.get('tradeofferid') ?? '');
  if (offer === null || (offer.fromId !== me.steamId && offer.toId !== me.steamId)) return ok({ response: {} });
  const described = query.get('language') !== undefined || query.get('get_descriptions') === '1';
  const descriptions = described ? describeItems(catalogue, [...offer.give, ...offer.take], true) : undefined;
  return ok({ response: { offer: wireOffer(book, offer, me), ...(descriptions && { descriptions }) } });
}

function tradeStatus({ book, catalogue, faults }: TradeDeps, me: Account, query: Query): Answer {
  const trade = book.trade(query.get('tradeid') ?? '');
  if (trade === null || !trade.parties.includes(me.steamId)) return ok({ response: {} });
  const status = faults.take('steam', 'trade-status-code')?.status ?? trade.status;
  const items = trade.moves.map((move) => move.item);
  const descriptions = query.get('get_descriptions') === '1' ? describeItems(catalogue, items, true) : undefined;
  return ok({ response: { trades: [{ ...wireTrade(trade, me), status }], ...(descriptions && { descriptions }) } });
}

function holdDurations({ book, faults }: TradeDeps, me: Account, query: Query): Answer {
  const target = book.accounts.find(query.get('steamid_target') ?? '');
  if (target === null || query.get('trade_offer_access_token') !== target.tradeToken) {
    return { status: 200, body: { response: {} }, eresult: 15 };
  }
  const all = faults.take('steam', 'hold-all')?.days ?? 0;
  const escrow = (days: number) => {
    const duration = days * DAY_SECONDS;
    const end = seconds(book.clock.now()) + duration;
    return { escrow_end_duration_seconds: duration, ...(days > 0 && { escrow_end_date: end }) };
  };
  const [mine, theirs] = [Math.max(all, me.holdDays), Math.max(all, target.holdDays)];
  return ok({
    response: { my_escrow: escrow(mine), their_escrow: escrow(theirs), both_escrow: escrow(Math.max(mine, theirs)) },
  });
}

function queryTime(nowMs: number) {
  return {
    server_time: String(seconds(nowMs)),
    skew_tolerance_seconds: '60',
    large_time_jink: '86400',
    probe_frequency_seconds: 3_600,
    adjusted_time_probe_frequency_seconds: 300,
    hint_probe_frequency_seconds: 60,
    sync_timeout: 60,
    try_again_seconds: 900,
    max_attempts: 3,
  };
}
