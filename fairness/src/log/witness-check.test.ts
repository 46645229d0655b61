import { describe, expect, test } from 'vitest';
import { toBase64 } from '../encoding/base64.ts';
import { cosign, cosignerKey, formatCosignerKey, withSignatures } from '../tree/cosignature.ts';
import { consistencyProof } from '../tree/merkle.ts';
import { parseNote, publicKeyOf } from '../tree/note.ts';
import { LOG_KEY, makeLeaves, signLeaves, treeOf } from '../testing/logs.ts';
import { checkWitness } from './witness-check.ts';

const witness = { name: 'witness.test/w', secretKey: new Uint8Array(32).fill(3) };
const leaves = makeLeaves(3);
const cosignedNote = (of: readonly string[]) => {
  const note = signLeaves(of);
  return withSignatures(note, [cosign(parseNote(note).text, witness, 1_700_000_000)]);
};
const path = (from: number, to: number) => consistencyProof(treeOf(leaves).read, from, to).map(toBase64);
const check = {
  logKey: LOG_KEY,
  head: signLeaves(leaves),
  witnessKey: formatCosignerKey(cosignerKey(witness.name, publicKeyOf(witness.secretKey))),
  note: cosignedNote(leaves.slice(0, 6)),
  consistency: path(6, leaves.length),
};

describe('a witness', () => {
  test('of an older head, of the same, and of a newer one', () => {
    expect(checkWitness(check)).toEqual({ problem: null, size: 6, at: 1_700_000_000_000 });
    expect(checkWitness({ ...check, note: cosignedNote(leaves), consistency: [] })).toMatchObject({ problem: null });
    const behind = {
      head: signLeaves(leaves.slice(0, 2)),
      note: cosignedNote(leaves),
      consistency: path(2, leaves.length),
    };
    expect(checkWitness({ ...check, ...behind })).toMatchObject({ problem: null, size: leaves.length });
  });

  test.each([
    ['another history', { note: cosignedNote([...leaves.slice(1, 6), leaves[0] ?? '']) }, 'does not continue'],
    ['no path', { consistency: [] }, 'does not continue'],
    ['a path that is none', { consistency: ['?'] }, 'not base64'],
    ['a head without its signature', { note: signLeaves(leaves.slice(0, 6)) }, 'has not cosigned'],
    ['a false signature', { note: check.note.replace(/.{6}==\n$/, 'AAAAAA==\n') }, 'is false'],
    ['another log', { logKey: LOG_KEY.replace('log.', 'lag.') }, 'id of the key'],
    ['nothing at all', { note: '' }, 'a note is'],
  ])('%s', (_name, change, problem) => {
    expect(checkWitness({ ...check, ...change }).problem).toContain(problem);
  });
});
