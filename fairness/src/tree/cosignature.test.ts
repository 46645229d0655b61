import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { concat, toHex, uint64be, utf8 } from '../encoding/bytes.ts';
import { openCheckpoint } from './checkpoint.ts';
import {
  cosign,
  cosignaturesOn,
  cosignerKey,
  formatCosignerKey,
  parseCosignerKey,
  withSignatures,
} from './cosignature.ts';
import { formatVerifierKey, noteKey, parseNote, parseVerifierKey, signNote } from './note.ts';

const log = { name: 'log.example/one', secretKey: new Uint8Array(32).fill(1) };
const witness = { name: 'witness.example/w1', secretKey: new Uint8Array(32).fill(2) };
const other = { name: 'witness.example/w2', secretKey: new Uint8Array(32).fill(3) };
const keyOf = ({ name, secretKey }: typeof witness) => cosignerKey(name, ed25519.getPublicKey(secretKey));
const TEXT = `${log.name}\n7\n${toBase64(new Uint8Array(32).fill(5))}\n`;
const NOTE = signNote(TEXT, [log]);
const TIME = 1_679_315_147;

/** A line built here from the specification only. */
function lineOf(id: Uint8Array, stamp: Uint8Array, signature: Uint8Array, name = witness.name): string {
  return `\u2014 ${name} ${toBase64(concat(id, stamp, signature))}\n`;
}
const signed = (message: string) => ed25519.sign(utf8(message), witness.secretKey);

describe('a cosignature', () => {
  test('is the line of the specification, byte for byte', () => {
    const publicKey = ed25519.getPublicKey(witness.secretKey);
    const id = sha256(concat(utf8(`${witness.name}\n`), Uint8Array.of(4), publicKey)).slice(0, 4);
    const made = lineOf(id, uint64be(TIME), signed(`cosignature/v1\ntime ${TIME}\n${TEXT}`));
    expect(cosign(TEXT, witness, TIME)).toBe(made);
    expect(formatCosignerKey(keyOf(witness))).toBe(
      `${witness.name}+${toHex(id)}+${toBase64(concat(Uint8Array.of(4), publicKey))}`,
    );
    expect(parseCosignerKey(formatCosignerKey(keyOf(witness)))).toEqual(keyOf(witness));
  });

  test('has the time and the key id of the example in the specification', () => {
    const example =
      'jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==';
    const [line] = parseNote(`x\n\n\u2014 witness.example.com/w1 ${example}\n`).signatures;
    expect(toHex(line?.id ?? new Uint8Array())).toBe('8d66cf3f');
    expect(line?.signature.slice(0, 8)).toEqual(uint64be(TIME));
    expect(line?.signature).toHaveLength(72);
    expect(fromBase64(example)).toHaveLength(4 + 8 + 64);
  });

  test('is found among others, with its time, and leaves the checkpoint unchanged', () => {
    const lines = [cosign(TEXT, other, TIME + 9), cosign(TEXT, witness, TIME)];
    const note = withSignatures(NOTE, lines);
    expect(cosignaturesOn(note, [keyOf(witness), keyOf(other)])).toEqual([
      { key: keyOf(witness), time: TIME, line: lines[1] },
      { key: keyOf(other), time: TIME + 9, line: lines[0] },
    ]);
    expect(cosignaturesOn(note, [])).toEqual([]);
    expect(openCheckpoint(note, noteKey(log.name, ed25519.getPublicKey(log.secretKey))).size).toBe(7);
    expect(withSignatures(note, lines)).toBe(note);
    expect(withSignatures(NOTE, [lines[0] ?? '', lines[0] ?? ''])).toBe(NOTE + (lines[0] ?? ''));
  });

  test('of several by one witness the earliest counts', () => {
    const note = withSignatures(NOTE, [cosign(TEXT, witness, TIME + 5), cosign(TEXT, witness, TIME)]);
    expect(cosignaturesOn(note, [keyOf(witness)]).map(({ time }) => time)).toEqual([TIME]);
  });

  test('of any checkpoint and time parses, and of no other checkpoint', () => {
    const time = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(fc.nat(), time, (size, at) => {
        const text = `${log.name}\n${size}\n${toBase64(new Uint8Array(32))}\n`;
        const line = cosign(text, witness, at);
        expect(cosignaturesOn(`${text}\n${line}`, [keyOf(witness)])).toMatchObject([{ time: at }]);
        expect(() => cosignaturesOn(`${text.replace('log.', 'lag.')}\n${line}`, [keyOf(witness)])).toThrow('is false');
      }),
      { numRuns: 25 },
    );
  });
});

describe('is refused', () => {
  const { id } = keyOf(witness);
  const message = (time: number | bigint, text = TEXT) => `cosignature/v1\ntime ${time}\n${text}`;
  const good = signed(message(TIME));
  test.each([
    ['another time than signed', lineOf(id, uint64be(TIME + 1), good), 'is false'],
    ['another checkpoint', lineOf(id, uint64be(TIME), signed(message(TIME, TEXT.replace('7', '8')))), 'is false'],
    ['a plain note signature in its place', lineOf(id, uint64be(TIME), signed(TEXT)), 'is false'],
    ['no header', lineOf(id, uint64be(TIME), signed(`time ${TIME}\n${TEXT}`)), 'is false'],
    [
      'a time with a zero before it',
      lineOf(id, uint64be(TIME), signed(`cosignature/v1\ntime 0${TIME}\n${TEXT}`)),
      'is false',
    ],
    ['time 0', lineOf(id, uint64be(0), signed(message(0))), 'has no time'],
    ['a time beyond 2^63', lineOf(id, new Uint8Array(8).fill(255), signed(message(2n ** 64n - 1n))), 'has no time'],
    ['a byte too few', lineOf(id, uint64be(TIME), good.slice(1)), 'has 71 bytes'],
    ['a byte too many', lineOf(id, uint64be(TIME), concat(good, Uint8Array.of(0))), 'has 73 bytes'],
  ])('%s', (_name, line, problem) => {
    expect(() => cosignaturesOn(NOTE + line, [keyOf(witness)])).toThrow(problem);
    expect(() => cosignaturesOn(NOTE + cosign(TEXT, witness, TIME) + line, [keyOf(witness)])).toThrow(problem);
    expect(cosignaturesOn(NOTE + line, [keyOf(other)])).toEqual([]);
  });

  test('under another key id or name: it belongs to an unknown witness', () => {
    const plain = noteKey(witness.name, ed25519.getPublicKey(witness.secretKey));
    expect(plain.id).not.toEqual(id);
    expect(cosignaturesOn(NOTE + lineOf(plain.id, uint64be(TIME), good), [keyOf(witness)])).toEqual([]);
    expect(cosignaturesOn(NOTE + lineOf(id, uint64be(TIME), good, 'x'), [keyOf(witness)])).toEqual([]);
  });

  test('and not made: for time 0, or a text that is not a checkpoint’s', () => {
    for (const time of [0, -1, 1.5, 2 ** 53, Number.NaN])
      expect(() => cosign(TEXT, witness, time)).toThrow('not a time');
    expect(() => cosign('x', witness, TIME)).toThrow('ends in a newline');
  });
});

test('keys of logs and of witnesses are not confused', () => {
  const publicKey = ed25519.getPublicKey(witness.secretKey);
  expect(() => parseCosignerKey(formatVerifierKey(noteKey('a', publicKey)))).toThrow('type 0x04');
  expect(() => parseVerifierKey(formatCosignerKey(cosignerKey('a', publicKey)))).toThrow('not an Ed25519 verifier key');
  expect(() => parseCosignerKey(formatCosignerKey(keyOf(witness)).replace('w1', 'w2'))).toThrow(
    'not the id of the key',
  );
  const mlDsa = `w+00000000+${toBase64(concat(Uint8Array.of(6), new Uint8Array(1312)))}`;
  expect(() => parseCosignerKey(mlDsa)).toThrow('type 0x04');
});
