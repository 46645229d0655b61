/** A build counts as logged only under a head of the pinned log that enough of the pinned witnesses cosigned. */
import { expect, test } from 'vitest';
import { toBase64 } from '../encoding/base64.ts';
import { utf8 } from '../encoding/bytes.ts';
import { canon } from '../encoding/canon.ts';
import { treeOf } from '../testing/logs.ts';
import { formatCheckpoint } from '../tree/checkpoint.ts';
import { cosign, cosignerKey, formatCosignerKey, withSignatures } from '../tree/cosignature.ts';
import { inclusionProof, rootOf } from '../tree/merkle.ts';
import { formatVerifierKey, noteKey, publicKeyOf, signNote } from '../tree/note.ts';
import { buildStatementBody } from '../client/build-statement.ts';
import { TooFewWitnesses, verifyBuild, type BuildPins, type BuildProof } from './build-proof.ts';
import { formatManifest, hashManifest } from '../client/manifest.ts';

const MANIFEST = {
  commit: 'c0'.repeat(20),
  lockFile: 'de'.repeat(32),
  files: [{ path: 'assets/main-1a2b.js', bytes: 3, sha256: 'ab'.repeat(32) }],
};
const text = formatManifest(MANIFEST);
const log = { name: 'fairpot.test/log', secretKey: new Uint8Array(32).fill(1) };
const witness = { name: 'w.test', secretKey: new Uint8Array(32).fill(2) };
const witnessKey = formatCosignerKey(cosignerKey(witness.name, publicKeyOf(witness.secretKey)));
const pins: BuildPins = {
  logKey: formatVerifierKey(noteKey(log.name, publicKeyOf(log.secretKey))),
  policy: `witness w ${witnessKey}\nquorum w\n`,
};
const leafOf = (says: object) => canon({ v: 'fp/2', type: 'statement', about: 'client-build', at: 5, says });
const announced = leafOf(buildStatementBody(hashManifest(text), MANIFEST));

function proofOf(body: string, { by = log, cosigned = true } = {}): BuildProof {
  const leaves = ['a', 'b', body, 'c', 'd'];
  const { read } = treeOf(leaves);
  const head = formatCheckpoint({ origin: by.name, size: leaves.length, root: rootOf(read, leaves.length) });
  const note = signNote(head, [by]);
  const checkpoint = cosigned ? withSignatures(note, [cosign(head, witness, 7)]) : note;
  return { index: 2, body, path: inclusionProof(read, 2, leaves.length).map(toBase64), checkpoint };
}

test('a build whose leaf is under a cosigned head', () => {
  expect(verifyBuild(text, proofOf(announced), pins)).toEqual({
    hash: hashManifest(text),
    index: 2,
    announcedAt: 5,
    manifest: MANIFEST,
    witnesses: ['w.test'],
  });
});

test('a head that no witness signed: too few, unless the site named none', () => {
  const proof = proofOf(announced, { cosigned: false });
  expect(() => verifyBuild(text, proof, pins)).toThrow(TooFewWitnesses);
  expect(verifyBuild(text, proof, { ...pins, policy: null }).witnesses).toEqual([]);
});

test.each([
  ['another manifest', text.replace('"bytes":3', '"bytes":4'), proofOf(announced), 'names build'],
  ['a leaf at another index', text, { ...proofOf(announced), index: 3 }, 'not part of the log'],
  ['a leaf that was changed', text, { ...proofOf(announced), body: `${announced} ` }, 'not part of the log'],
  [
    'a head of another log key',
    text,
    proofOf(announced, { by: { ...log, secretKey: witness.secretKey } }),
    'no trusted',
  ],
  ['a head of another log', text, proofOf(announced, { by: { ...log, name: 'other.test/log' } }), 'of no log'],
  ['a leaf in another spelling', text, proofOf(announced.replace(':5', ': 5')), 'canonical'],
  ['a leaf about something else', text, proofOf(announced.replace('client-build', 'weather')), 'does not announce'],
  ['a leaf that is no statement', text, proofOf('{"type":"open"}'), 'not a statement'],
])('%s is refused', (_, manifest, proof, problem) => {
  expect(utf8(proof.body).length).toBeGreaterThan(0);
  expect(() => verifyBuild(manifest, proof, pins)).toThrow(problem);
});
