/**
 * A browser's check that a build of the client is in the public log: its leaf is under a head that the pinned log signed
 * and enough of the pinned witnesses cosigned. Pure; called by the service worker of the site. Small: it reads no round.
 */
import { fromBase64 } from '../encoding/base64.ts';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { parseStatement } from '../log/statement-leaf.ts';
import { leafHash, verifyInclusion } from '../tree/merkle.ts';
import type { TreeHead } from '../tree/merkle.ts';
import { parseVerifierKey } from '../tree/note.ts';
import { evaluateNote, parsePolicy } from '../tree/policy.ts';
import { hashManifest, parseManifest } from '../client/manifest.ts';
import type { ClientManifest } from '../client/manifest.ts';

/** What a browser keeps from its first visit: the log's verifier key, and the witnesses (null: the site named none). */
export type BuildPins = { readonly logKey: string; readonly policy: string | null };
/** The leaf under a head: `path` as base64 hashes, `checkpoint` the signed note with the witnesses' lines. */
export type BuildProof = {
  readonly index: number;
  readonly body: string;
  readonly path: readonly string[];
  readonly checkpoint: string;
};
/** `announcedAt`: epoch ms, by the site's clock. `witnesses`: names of the pinned witnesses that cosigned the head. */
export type ProvenBuild = {
  readonly hash: string;
  readonly index: number;
  readonly announcedAt: number;
  readonly manifest: ClientManifest;
  readonly witnesses: readonly string[];
};

/** Too few witnesses cosigned the head. They follow a new head by seconds, so a caller may ask again. */
export class TooFewWitnesses extends Error {
  override readonly name = 'TooFewWitnesses';
}

/** The build of a manifest's text, if its leaf is in the log. Throws an Error that says what does not hold. */
export function verifyBuild(manifestText: string, proof: BuildProof, pins: BuildPins): ProvenBuild {
  const logKey = parseVerifierKey(pins.logKey);
  const policy = parsePolicy(pins.policy ?? 'quorum none\n');
  const { checkpoint: head, witnessed, quorum } = evaluateNote(policy, proof.checkpoint, { logKey });
  if (head.origin !== logKey.name) throw new Error(`a head of ${head.origin}, not of ${logKey.name}`);
  const hash = hashManifest(manifestText);
  const announcedAt = openBuildLeaf(proof, head, hash);
  if (!quorum) throw new TooFewWitnesses(`too few witnesses cosigned the head of ${head.size} leaves`);
  const manifest = parseManifest(manifestText);
  const witnesses = witnessed.map(({ witness }) => witness.key.name);
  return { hash, index: proof.index, announcedAt, manifest, witnesses };
}

/** When the leaf announced the build `hash`, epoch ms. Throws an Error when it does not, or is not under the head. */
export function openBuildLeaf(
  { index, body, path }: Omit<BuildProof, 'checkpoint'>,
  head: TreeHead,
  hash: string,
): number {
  if (!verifyInclusion(leafHash(utf8(body)), index, head.size, path.map(fromBase64), head.root))
    throw new Error(`leaf ${index} is not part of the log that was signed`);
  const { at, build } = readStatement(body);
  if (build === null) throw new Error(`leaf ${index} does not announce a build`);
  if (build.manifest !== hash) throw new Error(`leaf ${index} names build ${build.manifest}, not ${hash}`);
  return at;
}

function readStatement(body: string): ReturnType<typeof parseStatement> {
  const value: unknown = JSON.parse(body);
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'statement')
    throw new Error('the leaf is not a statement');
  if (canon(value) !== body) throw new Error('the leaf is not in canonical form');
  return parseStatement(value);
}
