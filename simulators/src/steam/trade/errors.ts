/** The service's refusals in its own words, which its libraries match on. The number at the end is an EResult. */

export const EResult = {
  fail: 2,
  invalidParam: 8,
  invalidState: 11,
  accessDenied: 15,
  timeout: 16,
  itemServer: 20,
  limit: 25,
  gone: 26,
  alreadyDone: 28,
  tooManyToOne: 50,
} as const;

export type Verb = 'sending' | 'accepting' | 'cancelling' | 'declining' | 'processing';

/** A refusal that is an answer of the service, not a fault of the simulator. */
export interface TradeError {
  readonly strError: string;
}

export function tradeError(verb: Verb, eresult: number): TradeError {
  if (eresult === EResult.itemServer) return { strError: ITEM_SERVER };
  return {
    strError:
      `There was an error ${verb} ${verb === 'sending' ? 'your' : 'this'} trade offer. ` +
      `Please try again later. (${eresult})`,
  };
}

const ITEM_SERVER =
  "We were unable to contact the game's item server. The game's item server may be down or the service may be " +
  'experiencing temporary connectivity issues. Your trade offer has not been sent. (20)';

export function tradeBan(name: string): TradeError {
  return { strError: `You cannot trade with ${name} because they have a trade ban. (15)` };
}

export function cannotTrade(name: string): TradeError {
  return {
    strError:
      `${name} is not available to trade. ` +
      `More information will be shown to ${name} if they invite you to trade. (15)`,
  };
}

export const NEW_DEVICE: TradeError = {
  strError:
    'You have logged in from a new device. ' +
    'In order to protect your items, you will not be able to trade from this device for 15 days. (15)',
};

export function tooManyOffers(name: string, eresult: number): TradeError {
  return {
    strError:
      `You have sent too many trade offers, or have too many outstanding trade offers with ${name}. ` +
      `Please cancel some before sending more. (${eresult})`,
  };
}
