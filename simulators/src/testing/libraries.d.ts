/** The parts of two untyped libraries that the tests use. */
declare module 'steamcommunity' {
  import type { EventEmitter } from 'node:events';

  type Done<T extends unknown[] = []> = (error: Error | null, ...values: T) => void;

  interface HttpClient {
    defaults(options: object): HttpClient;
  }

  interface Confirmation {
    readonly id: string;
    readonly key: string;
    readonly creator: string;
    readonly offerID: string | null;
  }

  class SteamCommunity extends EventEmitter {
    constructor(options: { timeout: number });
    request: HttpClient;
    setCookies(cookies: string[]): void;
    getConfirmations(time: number, key: { tag: string; key: string }, done: Done<[Confirmation[]]>): void;
    respondToConfirmation(
      id: string | string[],
      key: string | string[],
      time: number,
      confirmationKey: { tag: string; key: string },
      accept: boolean,
      done: Done,
    ): void;
    acknowledgeTradeProtection(done: Done): void;
    loggedIn(done: Done<[boolean, boolean]>): void;
    getUserInventoryContents(
      user: string,
      appId: number,
      contextId: number,
      tradableOnly: boolean,
      language: string,
      done: Done<[{ assetid: string; market_hash_name: string; tradable: boolean }[], unknown[], number]>,
    ): void;
  }

  export = SteamCommunity;
}

declare module 'steam-totp' {
  const totp: { getConfirmationKey(identitySecret: string, time: number, tag: string): string };
  export = totp;
}

declare module 'steam-tradeoffer-manager' {
  import type { EventEmitter } from 'node:events';
  import type SteamCommunity from 'steamcommunity';

  type Done<T extends unknown[] = []> = (error: Error | null, ...values: T) => void;

  namespace TradeOfferManager {
    interface TradeFailure extends Error {
      readonly eresult?: number | string;
      readonly body?: unknown;
    }

    interface Item {
      readonly appid: number;
      readonly contextid: string;
      readonly assetid: string;
    }

    interface ExchangedItem extends Item {
      readonly new_assetid?: string;
      readonly new_contextid?: string;
      readonly rollback_new_assetid?: string;
    }

    interface TradeOffer {
      readonly id: string | null;
      readonly state: number;
      readonly message: string | null;
      readonly tradeID: string | null;
      readonly escrowEnds: Date | null;
      readonly updated: Date;
      readonly confirmationMethod: number | null;
      readonly itemsToGive: readonly Item[];
      readonly itemsToReceive: readonly Item[];
      addMyItems(items: readonly Item[]): number;
      addTheirItems(items: readonly Item[]): number;
      setMessage(message: string): void;
      send(done: Done<[string]>): void;
      cancel(done: Done): void;
      decline(done: Done): void;
      accept(skipStateUpdate: boolean, done: Done<[string]>): void;
      update(done: Done): void;
      counter(): TradeOffer;
      loadPartnerInventory(appId: number, contextId: number, done: Done<[Item[]]>): void;
      getExchangeDetails(evenIfFailed: boolean, done: Done<[number, Date, ExchangedItem[], ExchangedItem[]]>): void;
      getUserDetails(
        done: Done<[{ escrowDays: number }, { escrowDays: number; probation: boolean; personaName: string }]>,
      ): void;
    }
  }

  class TradeOfferManager extends EventEmitter {
    constructor(options: {
      community: SteamCommunity;
      pollInterval: number;
      dataDirectory: null;
      useAccessToken: true;
      language: string | null;
    });
    pollData: object;
    setCookies(cookies: string[], done: Done): void;
    createOffer(partner: string, token?: string): TradeOfferManager.TradeOffer;
    getOffer(id: string, done: Done<[TradeOfferManager.TradeOffer]>): void;
    getOffers(filter: number, done: Done<[TradeOfferManager.TradeOffer[], TradeOfferManager.TradeOffer[]]>): void;
    doPoll(fullUpdate?: boolean): void;
    shutdown(): void;
  }

  export = TradeOfferManager;
}
