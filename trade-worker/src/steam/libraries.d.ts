/** The parts of the untyped libraries that the adapter uses. */
declare module 'steamcommunity' {
  import type { EventEmitter } from 'node:events';

  type Done<T extends unknown[] = []> = (error: Error | null, ...values: T) => void;

  namespace SteamCommunity {
    interface Confirmation {
      readonly id: string;
      readonly key: string;
      readonly creator: string;
    }

    interface HttpAnswer {
      readonly statusCode: number;
      readonly headers: Readonly<Record<string, string | undefined>>;
    }
  }

  class SteamCommunity extends EventEmitter {
    constructor(options: { request: unknown; timeout: number });
    readonly steamID: { getSteamID64(): string } | null;
    httpRequest(
      options: {
        readonly uri: string;
        readonly method: 'GET' | 'POST';
        readonly json: true;
        readonly gzip: true;
        readonly qs?: object;
        readonly form?: object;
        readonly checkHttpError: false;
        readonly checkJsonError: false;
      },
      done: (error: Error | null, response: SteamCommunity.HttpAnswer, body: unknown) => void,
      source: string,
    ): void;
    getConfirmations(
      time: number,
      key: { tag: string; key: string },
      done: Done<[SteamCommunity.Confirmation[]]>,
    ): void;
    respondToConfirmation(
      id: string,
      key: string,
      time: number,
      confirmationKey: { tag: string; key: string },
      accept: boolean,
      done: Done,
    ): void;
    acknowledgeTradeProtection(done: Done): void;
  }

  export = SteamCommunity;
}

declare module 'request' {
  const request: { defaults(options: object): unknown };
  export = request;
}

declare module 'steam-totp' {
  const totp: {
    getConfirmationKey(identitySecret: string, time: number, tag: string): string;
    generateAuthCode(sharedSecret: string): string;
  };
  export = totp;
}

declare module 'steam-tradeoffer-manager' {
  import type { EventEmitter } from 'node:events';
  import type SteamCommunity from 'steamcommunity';

  type Done<T extends unknown[] = []> = (error: Error | null, ...values: T) => void;

  namespace TradeOfferManager {
    interface TradeFailure extends Error {
      readonly eresult?: number | string;
      readonly cause?: string;
    }

    interface Item {
      readonly appid: number;
      readonly contextid: string;
      readonly assetid: string;
    }

    interface InventoryItem {
      readonly assetid: string;
      readonly contextid: string | number;
      readonly market_hash_name: string;
      readonly tradable: boolean;
      readonly descriptions?: unknown;
      readonly actions?: unknown;
      readonly market_actions?: unknown;
      /** On a trade page, and in an inventory of our own. */
      readonly assetProperties?: unknown;
      readonly asset_properties?: unknown;
    }

    interface TradeOffer {
      readonly id: string | null;
      readonly state: number;
      addMyItems(items: readonly Item[]): number;
      addTheirItems(items: readonly Item[]): number;
      setMessage(message: string): void;
      send(done: (error: TradeFailure | null, status?: string) => void): void;
      loadPartnerInventory(appId: number, contextId: number, done: Done<[InventoryItem[]]>): void;
      cancel(done: Done): void;
      decline(done: Done): void;
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
    readonly accessToken: string | null;
    setCookies(cookies: string[], done: Done): void;
    createOffer(partner: string, token: string): TradeOfferManager.TradeOffer;
    getOffer(id: string, done: Done<[TradeOfferManager.TradeOffer]>): void;
    getInventoryContents(
      appId: number,
      contextId: number,
      tradableOnly: boolean,
      done: Done<[TradeOfferManager.InventoryItem[]]>,
    ): void;
    shutdown(): void;
  }

  export = TradeOfferManager;
}
