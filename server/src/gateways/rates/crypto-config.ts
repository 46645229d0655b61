/**
 * Which coins are offered: the crypto part of the configuration. A network is offered if its key is set, and none without rate sources.
 * A demo uses the simulators' keys and addresses; live uses the operator's own keys and the public sources. Invariant: demo and live
 * never mix, and a key that could sign is refused.
 */
import { readFileSync, statSync } from 'node:fs';
import { NETWORKS, type Network } from '@fairpot/contract/crypto/calls';
import type { AddressKey } from '@fairpot/contract/crypto/signatures/calls';
import { z } from 'zod';
import { readAddressKeys, signedAddresses } from '../../platform/coins/signed-file.ts';
import type { PartSource } from '../../platform/process/config.ts';
import { isLoopback, httpUrl, trimSlash } from '../../platform/process/outside-urls.ts';
import { NO_CRYPTO, type CryptoSetup } from '../../platform/process/crypto-port.ts';
import type { Clock } from '../../platform/process/ports.ts';
import { coingecko, kraken } from './rates.ts';

const LIVE = { coingecko: 'https://api.coingecko.com', kraken: 'https://api.kraken.com' } as const;
const VARIABLES: Readonly<Record<Network, string>> = {
  tron: 'TRON_XPUB',
  bitcoin: 'BTC_XPUB',
  ethereum: 'ETH_XPUB',
};

export interface CryptoConfig {
  /** `rates` null: no coin is offered. */
  readonly crypto: {
    readonly xpubs: CryptoSetup['xpubs'];
    /** The offline key's files; null if no coin is offered. */
    readonly signed: { readonly keys: readonly AddressKey[]; readonly file: string } | null;
    readonly rates: { readonly coingecko: string; readonly kraken: string } | null;
  };
}

const Simulated = z.object({
  crypto: z
    .object({
      xpubs: z.partialRecord(z.enum(NETWORKS), z.string()),
      rates: httpUrl,
      /** Files of a demo's own offline key. */
      signed: z.object({ keys: z.string(), file: z.string() }),
    })
    .optional(),
});

/**
 * Reads TRON_XPUB, BTC_XPUB and ETH_XPUB with the files of the offline key (CRYPTO_ADDRESS_KEYS, CRYPTO_SIGNED_ADDRESSES), or the values
 * of a demo's simulators. Adds to `problems` if the site cannot start.
 */
export function readCrypto({ mode, env, simulators }: PartSource, problems: string[]): CryptoConfig {
  const own = NETWORKS.filter((network) => env[VARIABLES[network]] !== undefined);
  if (mode === 'live') {
    const xpubs = Object.fromEntries(own.map((network) => [network, env[VARIABLES[network]]])) as CryptoSetup['xpubs'];
    if (own.length === 0) return { crypto: { xpubs, rates: null, signed: null } };
    const { CRYPTO_ADDRESS_KEYS: keys, CRYPTO_SIGNED_ADDRESSES: file } = env;
    if (keys === undefined || file === undefined) {
      problems.push(
        'CRYPTO_ADDRESS_KEYS, CRYPTO_SIGNED_ADDRESSES: live only shows addresses that its offline key has signed',
      );
      return { crypto: { xpubs, rates: null, signed: null } };
    }
    return { crypto: { xpubs, rates: LIVE, signed: readSignedFiles(keys, file, 'CRYPTO_ADDRESS_KEYS', problems) } };
  }
  problems.push(...own.map((network) => `${VARIABLES[network]}: a demo must not show real addresses; unset it`));
  const parsed = Simulated.safeParse(simulators ?? {});
  if (!parsed.success) {
    problems.push(...parsed.error.issues.map((issue) => `SIMULATORS_JSON ${issue.path.join('.')}: ${issue.message}`));
    return { crypto: { xpubs: {}, rates: null, signed: null } };
  }
  const simulated = parsed.data.crypto;
  if (simulated === undefined) return { crypto: { xpubs: {}, rates: null, signed: null } };
  const rates = trimSlash(simulated.rates);
  if (!isLoopback(rates)) problems.push(`SIMULATORS_JSON crypto.rates: a demo may only use this machine, not ${rates}`);
  const signed = readSignedFiles(
    simulated.signed.keys,
    simulated.signed.file,
    'SIMULATORS_JSON crypto.signed',
    problems,
  );
  return { crypto: { xpubs: simulated.xpubs, rates: { coingecko: rates, kraken: rates }, signed } };
}

function readSignedFiles(keysFile: string, file: string, what: string, problems: string[]) {
  try {
    statSync(file);
    return { keys: readAddressKeys(readFileSync(keysFile, 'utf8')), file };
  } catch (error) {
    problems.push(`${what}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return null;
  }
}

export function makeCrypto({ crypto }: CryptoConfig, clock: Clock): CryptoSetup {
  if (crypto.rates === null || crypto.signed === null) return NO_CRYPTO;
  const signed = signedAddresses(crypto.signed.file, crypto.signed.keys);
  return {
    signed,
    xpubs: crypto.xpubs,
    rates: [coingecko(crypto.rates.coingecko), kraken(crypto.rates.kraken, clock)],
  };
}
