/**
 * The beacon chain that this browser trusts for this site, pinned on first use.
 *
 * Used by the watcher and the Fairplay page. Invariant: a chain is trusted because it was pinned before the round, or
 * because it is quicknet, whose key is in the code; never because the server names it today. A server that names
 * another chain is reported until the player accepts it.
 */
import type { DrandChain } from '@fairpot/fairness/protocol/beacon';

/** A chain of the settings in the form of the verifier; null for a scheme that this client does not know. */
export function chainOf(view: Omit<DrandChain, 'scheme'> & { readonly scheme: string }): DrandChain | null {
  return view.scheme === SCHEME ? { ...view, scheme: SCHEME } : null;
}

const SCHEME = 'bls-unchained-g1-rfc9380';

/** The accepted chains, newest last. */
export interface Pins {
  readonly chains: readonly DrandChain[];
}

export type PinFinding =
  /** The chain was pinned before. */
  | { readonly found: 'same' }
  /** First visit: the chain was pinned now. */
  | { readonly found: 'first'; readonly pins: Pins }
  /** The server names a chain other than the pinned one. */
  | { readonly found: 'changed'; readonly pinned: DrandChain; readonly offered: DrandChain };

/** Compares the chain that the server names with the pin. */
export function checkPin(pins: Pins | null, offered: DrandChain): PinFinding {
  const pinned = pins?.chains.at(-1);
  if (!pinned) return { found: 'first', pins: { chains: [offered] } };
  return sameChain(pinned, offered) ? { found: 'same' } : { found: 'changed', pinned, offered };
}

/** The pins after the player accepted the offered chain. Older chains stay, so that their rounds still verify. */
export function acceptChain(pins: Pins | null, offered: DrandChain): Pins {
  const others = (pins?.chains ?? []).filter((chain) => chain.chainHash !== offered.chainHash);
  return { chains: [...others, offered] };
}

function sameChain(a: DrandChain, b: DrandChain): boolean {
  return (
    a.chainHash === b.chainHash &&
    a.publicKey === b.publicKey &&
    a.genesisMs === b.genesisMs &&
    a.periodMs === b.periodMs &&
    a.scheme === b.scheme
  );
}

/** Checks pins read from storage. */
export function isPins(value: unknown): value is Pins {
  return (
    typeof value === 'object' &&
    value !== null &&
    'chains' in value &&
    Array.isArray(value.chains) &&
    value.chains.every(isChain)
  );
}

function isChain(value: unknown): value is DrandChain {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Record<string, unknown> = { ...value };
  return (
    ['chainHash', 'publicKey', 'scheme'].every((key) => typeof fields[key] === 'string') &&
    ['genesisMs', 'periodMs'].every((key) => Number.isSafeInteger(fields[key]))
  );
}
