/**
 * The key of the public log: a setting in live (`LOG_KEY`), in a demo made at the first start and kept in `log_state`, which
 * no call reads out. Invariant: a log has one name and one key for life; a server with another key does not start.
 */
import { formatCheckpoint } from '@fairpot/fairness/tree/checkpoint';
import { fromHex } from '@fairpot/fairness/encoding/bytes';
import { formatVerifierKey, noteKey, publicKeyOf, signNote } from '@fairpot/fairness/tree/note';
import { ConfigRefused } from '../platform/process/config.ts';
import type { Deps } from '../platform/process/deps.ts';
import { invariant } from '../platform/runner/refused.ts';
import { claimIdentity, readIdentity, type Head } from './store.ts';

export interface LogSigner {
  readonly name: string;
  /** Verifier key, as people pin it. */
  readonly key: string;
  /** The signed note of a head; the same head gives the same note. */
  sign(head: Pick<Head, 'size' | 'root'>): string;
}

const DEMO_NAME = 'demo.fairpot/log';

/** Opens the key, at start-up. Throws ConfigRefused when the configured key is not the one that this log was signed with. */
export async function openSigner(deps: Pick<Deps, 'db' | 'config' | 'random'>): Promise<LogSigner> {
  const { db, config, random } = deps;
  const made = config.logKey === null ? Buffer.from(random.bytes(32)) : null;
  const given = config.logKey === null ? null : Buffer.from(fromHex(config.logKey));
  const first = given ?? made;
  invariant(first, 'a log has a key');
  const name = config.publicOrigin === null ? DEMO_NAME : `${new URL(config.publicOrigin).host}/log`;
  await claimIdentity(db, { name, publicKey: Buffer.from(publicKeyOf(first)), seed: made });
  const identity = await readIdentity(db);
  invariant(identity, 'the log was named just now');
  const seed = given ?? identity.seed;
  if (seed === null || !Buffer.from(publicKeyOf(seed)).equals(identity.publicKey))
    throw new ConfigRefused([
      'LOG_KEY: this log was signed with another key; every checkpoint in the world names that one',
    ]);
  return signerOf(identity.name, seed);
}

/** A signer over a name and an Ed25519 seed. */
function signerOf(name: string, seed: Uint8Array): LogSigner {
  const key = formatVerifierKey(noteKey(name, publicKeyOf(seed)));
  return {
    name,
    key,
    sign: ({ size, root }) => signNote(formatCheckpoint({ origin: name, size, root }), [{ name, secretKey: seed }]),
  };
}
