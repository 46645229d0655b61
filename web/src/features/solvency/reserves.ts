/** Where to look up the reserves of a statement, and how strong a proof each of them is. Pure. */
import { cents, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { isFresh, type StatementTime, type ReserveAddress, type Reserves } from '@fairpot/fairness/reserves/reserves';

type NamedAddress = Pick<ReserveAddress, 'network' | 'address'>;

export const NETWORK_NAMES = { tron: 'TRON', bitcoin: 'Bitcoin', ethereum: 'Ethereum' } as const;

const EXPLORERS: Readonly<Record<ReserveAddress['network'], (address: string) => string>> = {
  tron: (address) => `https://tronscan.org/#/address/${address}`,
  bitcoin: (address) => `https://mempool.space/address/${address}`,
  ethereum: (address) => `https://etherscan.io/address/${address}`,
};

/** An outside block explorer's page of the address; in a demo, the simulated chain's own. */
export function explorerOf({ network, address }: NamedAddress, demo: boolean): string {
  return demo
    ? `/sim/wallet/held?${new URLSearchParams({ network, address }).toString()}`
    : EXPLORERS[network](address);
}

/** The public inventory of a trading account; in a demo, on the simulated Steam. */
export function inventoryOf(steamid: string, appId: number, demo: boolean): string {
  return demo
    ? `/sim/steam/inventory/${steamid}/${appId}/2?l=english&count=2000`
    : `https://steamcommunity.com/profiles/${steamid}/inventory/#${appId}`;
}

/**
 * How an address is proven: signed recently by its own key, a while ago, or not at all; and whether its amount was seen recently. 'next': a
 * key signs a statement that is already public, so the first statement of a site cannot have a signature.
 */
export interface AddressProof {
  readonly proof: 'signed' | 'old' | 'none' | 'next';
  readonly fresh: boolean;
}

/** A signature over one of the last three statements counts as recent. */
const RECENT_STATEMENTS = 3;

export function addressProofOf(address: ReserveAddress, moment: StatementTime): AddressProof {
  return { proof: proofOf(address, moment), fresh: isFresh(address, moment) };
}

function proofOf({ signed }: ReserveAddress, { number }: StatementTime): AddressProof['proof'] {
  if (signed === null) return number === 1 ? 'next' : 'none';
  return number - signed.number <= RECENT_STATEMENTS ? 'signed' : 'old';
}

/** The total worth of the named addresses, of coins with a rate; and how many of them signed recently. */
export function namedWorth(
  { named, addresses }: Reserves,
  moment: StatementTime,
): { readonly worth: Cents; readonly signed: number } {
  return {
    worth: sumCents(named.map((each) => cents(each.cents ?? 0))),
    signed: addresses.filter((each) => addressProofOf(each, moment).proof === 'signed').length,
  };
}
