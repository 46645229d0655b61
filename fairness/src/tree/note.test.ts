import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64 } from '../encoding/base64.ts';
import { toHex } from '../encoding/bytes.ts';
import { formatVerifierKey, noteKey, openNote, parseNote, parseVerifierKey, signNote } from './note.ts';

/** Published by other implementations: the Go module `sumdb/note`, the signed-note specification, the Go checksum database. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETER_SECRET = fromBase64('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz').slice(1);
const PETER_NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const SPEC = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const SPEC_NOTE =
  'This is an example message.\n\n' +
  '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';
const GOSUM = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
const GOSUM_NOTE =
  'go.sum database tree\n31700353\nqINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=\n\n' +
  '— sum.golang.org Az3grnmrIUEDFqHzAElIQCPNoRFRAAdFo47fooyWKMHb89k11GJh5zHIfNCOBmwn/C3YI8oW9/C8DJ87F61QqspBYwM=\n';

const ann = { name: 'log.example/ann', secretKey: new Uint8Array(32).fill(1) };
const bob = { name: 'log.example/bob', secretKey: new Uint8Array(32).fill(2) };
const keyOf = ({ name, secretKey }: typeof ann) => noteKey(name, ed25519.getPublicKey(secretKey));

describe('notes of other implementations', () => {
  test.each([
    [PETER, PETER_NOTE],
    [SPEC, SPEC_NOTE],
    [GOSUM, GOSUM_NOTE],
  ])('%s', (text, note) => {
    const key = parseVerifierKey(text);
    expect(formatVerifierKey(key)).toBe(text);
    expect(openNote(note, [key]).signedBy).toEqual([key]);
    expect(() => openNote(note.replace('is', 'was').replace('317', '318'), [key])).toThrow(
      `the signature of ${key.name} is false`,
    );
  });

  test('are signed to the same bytes', () => {
    expect(signNote(parseNote(PETER_NOTE).text, [{ name: 'PeterNeumann', secretKey: PETER_SECRET }])).toBe(PETER_NOTE);
  });
});

describe('openNote', () => {
  const note = signNote('one\n\ntwo\n', [ann, bob]);

  test('splits at the last blank line and returns the signers', () => {
    const opened = openNote(note, [keyOf(bob), keyOf(ann)]);
    expect(opened).toEqual({ text: 'one\n\ntwo\n', signedBy: [keyOf(bob), keyOf(ann)] });
  });

  test('ignores unknown keys, but requires a known one', () => {
    const stranger = { name: ann.name, secretKey: new Uint8Array(32).fill(3) };
    expect(openNote(note, [keyOf(stranger), keyOf(bob)]).signedBy).toEqual([keyOf(bob)]);
    expect(() => openNote(note, [keyOf(stranger)])).toThrow('no trusted key');
    expect(() => openNote(note, [])).toThrow('no trusted key');
  });

  test('one invalid signature of a known key invalidates the note', () => {
    const [own, other] = parseNote(note).signatures.map(({ signature }) => signature);
    if (own === undefined || other === undefined) throw new Error('not two signatures');
    const line = (signature: Uint8Array) =>
      `— ${ann.name} ${toBase64(Uint8Array.of(...keyOf(ann).id, ...signature))}\n`;
    const swapped = `one\n\ntwo\n\n${line(other)}${line(own)}`;
    expect(() => openNote(swapped, [keyOf(ann)])).toThrow('is false');
    expect(() => openNote(`one\n\ntwo\n\n${line(own.slice(1))}`, [keyOf(ann)])).toThrow('is false');
    expect(openNote(`one\n\ntwo\n\n${line(own)}${line(own)}`, [keyOf(ann)]).signedBy).toHaveLength(1);
  });

  test('any text that can be signed opens to itself', () => {
    const text = fc.string({ unit: 'grapheme' }).map((each) => `${each.replace(/\p{Cc}/gu, '\n')}\n`);
    fc.assert(
      fc.property(text, (each) => {
        expect(openNote(signNote(each, [ann]), [keyOf(ann)]).text).toBe(each);
      }),
      { numRuns: 30 },
    );
  });
});

describe('invalid notes', () => {
  const sound = signNote('x\n', [ann]);
  test.each([
    ['nothing', ''],
    ['no signatures', 'x\n\n'],
    ['no blank line', 'x\n'],
    ['no newline at the end', sound.slice(0, -1)],
    ['a hyphen for the dash', sound.replace('—', '-')],
    ['a control character', sound.replace('x', 'x\r')],
    ['a second space', sound.replace('— ', '—  ')],
    ['a signature of no bytes', `x\n\n— ann ${toBase64(new Uint8Array(4))}\n`],
    ['base64 of another spelling', sound.replace(/=*\n$/, '\n')],
    ['a hundred and one signatures', `x\n\n${sound.slice(3).repeat(101)}`],
  ])('%s', (_, note) => {
    expect(() => parseNote(note)).toThrow();
  });

  test('a text without a newline at its end is not signed', () => {
    expect(() => signNote('x', [ann])).toThrow('newline');
    expect(() => signNote('x\t\n', [ann])).toThrow('control');
  });
});

describe('verifier keys', () => {
  test.each([
    ['another id', PETER.replace('c74f20a3', 'c74f20a4')],
    ['another name', PETER.replace('Peter', 'Petra')],
    ['another algorithm', 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2'],
    ['a key cut short', PETER.slice(0, -4)],
    ['no key', 'PeterNeumann+c74f20a3+'],
    ['a signing key', 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'],
  ])('%s is refused', (_, text) => {
    expect(() => parseVerifierKey(text)).toThrow();
  });

  test('a name contains no space and no plus', () => {
    for (const name of ['', 'a b', 'a+b', 'a\u2003b'])
      expect(() => noteKey(name, new Uint8Array(32))).toThrow('key name');
  });
});

describe('base64', () => {
  test('round trips, and has one spelling', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(toHex(fromBase64(toBase64(bytes)))).toBe(toHex(bytes));
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      }),
    );
    for (const bad of ['A', 'AA', 'AA=', 'AB==', ' AAAA', 'AA-_', 'AAAA\n'])
      expect(() => fromBase64(bad)).toThrow('base64');
  });
});
