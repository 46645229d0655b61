/** Where others look up what the reserves of a statement are said to hold, and what each of them is worth as proof. Pure. */
import { cents, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { isFresh, type Moment, type ReserveAddress, type Reserves } from '@fairpot/fairness/reserves/reserves';

type Named = Pick<ReserveAddress, 'network' | 'address'>;

export const NETWORK_NAMES = { tron: 'TRON', bitcoin: 'Bitcoin', ethereum: 'Ethereum' } as const;

const EXPLORERS: Readonly<Record<ReserveAddress['network'], (address: string) => string>> = {
  tron: (address) => `https://tronscan.org/#/address/${address}`,
  bitcoin: (address) => `https://mempool.space/address/${address}`,
  ethereum: (address) => `https://etherscan.io/address/${address}`,
};

/** A page by somebody else that shows what the address holds; in a demo the simulated chain's own. */
export function explorerOf({ network, address }: Named, demo: boolean): string {
  return demo
    ? `/sim/wallet/held?${new URLSearchParams({ network, address }).toString()}`
    : EXPLORERS[network](address);
}

/** The public inventory of a trading account; in a demo as the simulated Steam tells it. */
export function inventoryOf(steamid: string, appId: number, demo: boolean): string {
  return demo
    ? `/sim/steam/inventory/${steamid}/${appId}/2?l=english&count=2000`
    : `https://steamcommunity.com/profiles/${steamid}/inventory/#${appId}`;
}

/**
 * How an address stands: signed lately by its own key, a while ago, or not at all; and whether what it held was seen lately. 'next': a
 * key signs a statement that is public, so the first statement of a site can show no signature.
 */
export interface Standing {
  readonly proof: 'signed' | 'old' | 'none' | 'next';
  readonly fresh: boolean;
}

/** A signature over one of the last three statements is of the last hours. */
const LATELY = 3;

export function standingOf(address: ReserveAddress, moment: Moment): Standing {
  return { proof: proofOf(address, moment), fresh: isFresh(address, moment) };
}

function proofOf({ signed }: ReserveAddress, { number }: Moment): Standing['proof'] {
  if (signed === null) return number === 1 ? 'next' : 'none';
  return number - signed.number <= LATELY ? 'signed' : 'old';
}

/** What the named addresses hold together, of coins with a rate; and how many of them signed lately. */
export function namedWorth(
  { named, addresses }: Reserves,
  moment: Moment,
): { readonly worth: Cents; readonly signed: number } {
  return {
    worth: sumCents(named.map((each) => cents(each.cents ?? 0))),
    signed: addresses.filter((each) => standingOf(each, moment).proof === 'signed').length,
  };
}
