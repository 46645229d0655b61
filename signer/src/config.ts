/**
 * The signer's settings, read once: the node of each chain, and the signer's own file with keys, limits and reviewers, which no other
 * process reads. Demo and live never mix.
 */
import { NETWORKS, type Coin, type Network } from '@fairpot/contract/crypto/calls';
import { ConfigRefused } from '@fairpot/server/platform/process/config';
import { NODE_ENV, readNodes, tronApiKey } from '@fairpot/server/platform/process/outside-urls';
import { readWorkerEnv, type WorkerSettings } from '@fairpot/server/platform/process/worker-settings';
import { z } from 'zod';
import type { PayoutLimits } from './policy.ts';
import { limitsOf, readSignerFile } from './signer-file.ts';

/** Connects as fairpot_signer. */
export interface SignerConfig extends WorkerSettings {
  readonly nodes: Readonly<Partial<Record<Network, string>>>;
  readonly tronApiKey: string | null;
  readonly keys: Readonly<Partial<Record<Network, Uint8Array>>>;
  readonly limits: ReadonlyMap<Coin, PayoutLimits>;
  readonly reviewers: readonly string[];
  /** The Ethereum chain id, so that a transaction is valid on no other chain. */
  readonly ethereumChainId: number;
}

const SIGNER_ENV = {
  ...NODE_ENV,
  SIGNER_FILE: z.string().min(1),
  /** For a sealed file: the path of its passphrase, or the passphrase itself (from a secret store). */
  SIGNER_PASSPHRASE_FILE: z.string().min(1).optional(),
  SIGNER_PASSPHRASE: z.string().min(1).optional(),
};

/** Throws ConfigRefused with every problem found. No message contains a key. */
export function readSignerConfig(env: Readonly<Record<string, string | undefined>>): SignerConfig {
  const { shared, own, problems } = readWorkerEnv(env, 'SIGNER_DATABASE_URL', SIGNER_ENV);
  const rules = { mode: shared.mode, verb: 'use', problems };
  const nodes = readNodes(own, '', rules);
  const apiKey = tronApiKey(own.TRON_API_KEY, rules);
  const { SIGNER_FILE: path, SIGNER_PASSPHRASE_FILE: passphraseFile, SIGNER_PASSPHRASE: passphrase } = own;
  const file = readSignerFile({ path, passphraseFile, passphrase, mustBeSealed: shared.mode === 'live' }, problems);
  if (problems.length > 0 || file === null) throw new ConfigRefused(problems);
  const keys: Partial<Record<Network, Uint8Array>> = {};
  for (const network of NETWORKS) {
    const key = file.keys[network];
    if (key !== undefined) keys[network] = Uint8Array.from(Buffer.from(key, 'hex'));
  }
  return {
    ...shared,
    nodes,
    tronApiKey: apiKey,
    keys,
    limits: limitsOf(file),
    reviewers: file.reviewers,
    ethereumChainId: file.ethereumChainId,
  };
}
