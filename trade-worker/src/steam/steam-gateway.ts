/**
 * The trade gateway over Steam: community calls by the unmodified libraries, and the Web API. Live and demo differ only in the agent that
 * they are given.
 */
import SteamTotp from 'steam-totp';
import type SteamCommunity from 'steamcommunity';
import type TradeOfferManager from 'steam-tradeoffer-manager';
import type { Clock } from '@fairpot/server/platform/process/ports';
import type { GatewayAnswer, AssetRef, StockItem, TradeGateway } from '../gateway-port.ts';
import { phasedName, readDetails } from '@fairpot/server/platform/process/steam-details';
import { messageOf } from '../rules.ts';
import { fromCallback, openSession, type SessionOptions } from './session.ts';
import { tradeApi } from './web-api.ts';
import { failedSend } from './words.ts';

export interface SteamOptions extends SessionOptions {
  /** Base64; confirms our own offers. */
  readonly identitySecret: string;
}

/** How long the measured offset of Steam's clock is reused. */
const TIME_FRESH_MS = 10 * 60_000;

/** The context of tradable items. */
const OPEN_CONTEXT = 2;

export interface ClosableGateway extends TradeGateway {
  close(): void;
}

export function steamGateway(options: SteamOptions): ClosableGateway {
  const session = openSession(options);
  const api = tradeApi(session);
  const keys = confirmationKeys(options.identitySecret, options.clock, async () => {
    const time = await api.serverTime();
    return time.kind === 'ok' ? time.value : null;
  });
  const { manager, community } = session;
  /** Does the work once the session is signed in; a failure is an answer. */
  const attempt = async <T>(work: () => Promise<T> | T): Promise<GatewayAnswer<T>> => {
    try {
      await session.ready();
      return { kind: 'ok', value: await work() };
    } catch (error) {
      return { kind: 'unavailable', why: wordsOf(error) };
    }
  };
  return {
    holdDays: (partner, token) => api.holdDays(partner, token),
    offers: (sinceSec) => api.offers(sinceSec),
    trade: (tradeId) => api.trade(tradeId),
    async self() {
      const own = await attempt(() => session.steamId());
      return own.kind === 'ok' ? api.account(own.value) : own;
    },
    async send({ key, partner, token, take, give }) {
      try {
        await session.ready();
      } catch (error) {
        return { kind: 'NOT_SENT', why: wordsOf(error) };
      }
      const offer = manager.createOffer(partner, token);
      offer.addTheirItems(take.map(itemOf));
      offer.addMyItems(give.map(itemOf));
      offer.setMessage(messageOf(key));
      return new Promise((resolve) =>
        offer.send((error, status) => {
          if (error) {
            if (error.message === 'Not Logged In') session.expire();
            return resolve(failedSend(error));
          }
          if (offer.id === null) return resolve({ kind: 'UNKNOWN', why: `the answer says ${status ?? 'nothing'}` });
          resolve({ kind: status === 'pending' ? 'NEEDS_CONFIRMATION' : 'SENT', offerId: offer.id });
        }),
      );
    },
    confirm: (offerId) =>
      attempt(async () => {
        const list = await keys('list');
        const [waiting] = await fromCallback<[SteamCommunity.Confirmation[]]>((done) =>
          community.getConfirmations(list.time, list.key, done),
        );
        const own = waiting.find((each) => each.creator === offerId);
        if (own === undefined) throw new Error(`no pending confirmation for offer ${offerId}`);
        const accept = await keys('accept');
        await fromCallback((done) =>
          community.respondToConfirmation(own.id, own.key, accept.time, accept.key, true, done),
        );
        return true as const;
      }),
    cancel: (offerId) =>
      attempt(async () => {
        const now = await api.offer(offerId);
        if (now.kind !== 'ok') throw new Error(now.kind === 'refused' ? now.reason : now.why);
        if (now.value.state !== 'ACTIVE' && now.value.state !== 'NEEDS_CONFIRMATION') return 'TOO_LATE' as const;
        const [offer] = await fromCallback<[TradeOfferManager.TradeOffer]>((done) => manager.getOffer(offerId, done));
        await fromCallback((done) => offer.cancel(done));
        return 'CANCELED' as const;
      }),
    received: () => api.received(),
    decline: (offerId) =>
      attempt(async () => {
        const [offer] = await fromCallback<[TradeOfferManager.TradeOffer]>((done) => manager.getOffer(offerId, done));
        await fromCallback((done) => offer.decline(done));
        return true as const;
      }),
    stock: (appId) =>
      attempt(async () => {
        const [items] = await fromCallback<[TradeOfferManager.InventoryItem[]]>((done) =>
          manager.getInventoryContents(appId, OPEN_CONTEXT, true, done),
        );
        return items.map((item) => stockItemOf(item, appId, session.steamId()));
      }),
    partnerInventory: (partner, token, appId) =>
      attempt(async () => {
        const page = manager.createOffer(partner, token);
        const [items] = await fromCallback<[TradeOfferManager.InventoryItem[]]>((done) =>
          page.loadPartnerInventory(appId, OPEN_CONTEXT, done),
        );
        return items.filter((item) => item.tradable).map((item) => stockItemOf(item, appId, partner));
      }),
    close: () => session.close(),
  };
}

const itemOf = ({ appId, contextId, assetId }: AssetRef): TradeOfferManager.Item => ({
  appid: appId,
  contextid: contextId,
  assetid: assetId,
});

function stockItemOf(item: TradeOfferManager.InventoryItem, appId: number, owner: string): StockItem {
  const { assetid: assetId, market_hash_name: marketHashName, descriptions, actions, market_actions } = item;
  const properties = item.assetProperties ?? item.asset_properties;
  const details = readDetails({
    ...{ appId, assetId, owner, marketHashName },
    ...{ descriptions, actions, market_actions, properties },
  });
  const name = phasedName(marketHashName, details);
  return { assetId, contextId: String(item.contextid), marketHashName: name, details };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface ConfirmationKey {
  readonly time: number;
  readonly key: { readonly tag: string; readonly key: string };
}

/** Keys for phone confirmations, by Steam's clock; each second's key is used once. */
function confirmationKeys(
  secret: string,
  clock: Clock,
  steamTime: () => Promise<number | null>,
): (tag: string) => Promise<ConfirmationKey> {
  let [offset, askedAt, last] = [0, -Infinity, 0];
  return async (tag) => {
    if (clock.now() - askedAt > TIME_FRESH_MS) {
      const time = await steamTime();
      if (time === null) throw new Error('no server time from Steam');
      offset = time - Math.floor(clock.now() / 1_000);
      askedAt = clock.now();
    }
    last = Math.max(last + 1, Math.floor(clock.now() / 1_000) + offset);
    return { time: last, key: { tag, key: SteamTotp.getConfirmationKey(secret, last, tag) } };
  };
}
