/**
 * Which coins are offered: the configuration's part of crypto. A network is offered when its key is there, all of them only when
 * rates can be asked. In a demo keys and addresses are the simulators', in live they are the operator's own keys and the public
 * sources. Invariant: demo and live never mix, and no key that could sign is taken.
 */
import { NETWORKS, type Network } from '@fairpot/contract/crypto';
import { z } from 'zod';
import { isLoopback, httpUrl, trimSlash, type PartSource } from '../../platform/process/config.ts';
import type { CryptoSetup } from '../../platform/process/crypto-port.ts';
import type { Clock } from '../../platform/process/ports.ts';
import { coingecko, kraken } from './rates.ts';

const LIVE = { coingecko: 'https://api.coingecko.com', kraken: 'https://api.kraken.com' } as const;
const VARIABLES: Readonly<Record<Network, string>> = {
  tron: 'TRON_XPUB',
  bitcoin: 'BTC_XPUB',
  ethereum: 'ETH_XPUB',
};

export interface CryptoConfig {
  /** `rates` null: nothing is offered. */
  readonly crypto: {
    readonly xpubs: CryptoSetup['xpubs'];
    readonly rates: { readonly coingecko: string; readonly kraken: string } | null;
  };
}

const Simulated = z.object({
  crypto: z
    .object({
      xpubs: z.partialRecord(z.enum(NETWORKS), z.string()),
      rates: httpUrl,
    })
    .optional(),
});

/** Reads TRON_XPUB, BTC_XPUB and ETH_XPUB, or what the simulators of a demo say. Adds what cannot start to `problems`. */
export function readCrypto({ mode, env, simulators }: PartSource, problems: string[]): CryptoConfig {
  const own = NETWORKS.filter((network) => env[VARIABLES[network]] !== undefined);
  if (mode === 'live') {
    const xpubs = Object.fromEntries(own.map((network) => [network, env[VARIABLES[network]]])) as CryptoSetup['xpubs'];
    return { crypto: { xpubs, rates: own.length === 0 ? null : LIVE } };
  }
  problems.push(...own.map((network) => `${VARIABLES[network]}: a demo must not show real addresses; unset it`));
  const parsed = Simulated.safeParse(simulators ?? {});
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `SIMULATORS_JSON ${issue.path.join('.')}: ${issue.message}`));
    return { crypto: { xpubs: {}, rates: null } };
  }
  const simulated = parsed.data.crypto;
  if (simulated === undefined) return { crypto: { xpubs: {}, rates: null } };
  const rates = trimSlash(simulated.rates);
  if (!isLoopback(rates))
    problems.push(`SIMULATORS_JSON crypto.rates: a demo talks to this machine only, not to ${rates}`);
  return { crypto: { xpubs: simulated.xpubs, rates: { coingecko: rates, kraken: rates } } };
}

export function makeCrypto({ crypto }: CryptoConfig, clock: Clock): CryptoSetup {
  if (crypto.rates === null) return { xpubs: {}, rates: [] };
  return { xpubs: crypto.xpubs, rates: [coingecko(crypto.rates.coingecko), kraken(crypto.rates.kraken, clock)] };
}
