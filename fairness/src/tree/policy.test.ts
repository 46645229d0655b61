import { ed25519 } from '@noble/curves/ed25519.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64 } from '../encoding/base64.ts';
import { concat, utf8 } from '../encoding/bytes.ts';
import { cosign, cosignerKey, formatCosignerKey, withSignatures } from './cosignature.ts';
import { formatVerifierKey, noteKey, signNote } from './note.ts';
import { isQuorum, evaluateNote, parsePolicy } from './policy.ts';

const seedOf = (n: number) => new Uint8Array(32).fill(n);
const log = { name: 'log.example/one', secretKey: seedOf(100) };
const logKey = noteKey(log.name, ed25519.getPublicKey(log.secretKey));
const LOG = formatVerifierKey(logKey);
const witnesses = [1, 2, 3, 4, 5, 6].map((n) => ({ name: `witness.example/w${n}`, secretKey: seedOf(n) }));
const vkeys = witnesses.map(({ name, secretKey }) =>
  formatCosignerKey(cosignerKey(name, ed25519.getPublicKey(secretKey))),
);
const [W1 = '', W2 = '', W3 = ''] = vkeys;

/** The example of the specification, with keys. */
const EXAMPLE = `log ${LOG} https://log.example/
# Two operators.
witness X1 ${vkeys[0]}
witness X2 ${vkeys[1]}
\twitness  X3\t${vkeys[2]} https://x3.example/w/

group X-witnesses 2 X1 X2 X3
witness Y1 ${vkeys[3]}
witness Y2 ${vkeys[4]}
witness Y3 ${vkeys[5]}
group Y-witnesses any Y1 Y2 Y3
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

describe('the example of the specification', () => {
  const policy = parsePolicy(EXAMPLE);

  test('is parsed', () => {
    expect(policy.logs).toEqual([{ key: logKey, url: 'https://log.example' }]);
    expect(policy.witnesses.map(({ name }) => name)).toEqual(['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3']);
    expect(policy.witnesses.map(({ url }) => url)).toEqual([null, null, 'https://x3.example/w', null, null, null]);
  });

  test('requires two of X and one of Y, for every set of witnesses', () => {
    const names = policy.witnesses.map(({ name }) => name);
    fc.assert(
      fc.property(fc.subarray(names), (some) => {
        const count = (letter: string) => some.filter((name) => name.startsWith(letter)).length;
        expect(isQuorum(policy, new Set(some))).toBe(count('X') >= 2 && count('Y') >= 1);
      }),
    );
  });
});

describe('a checkpoint', () => {
  const TEXT = `${log.name}\n7\n${toBase64(new Uint8Array(32))}\n`;
  const note = signNote(TEXT, [log]);
  const by = (n: number, time: number) => cosign(TEXT, witnesses[n - 1] ?? log, time);
  const two = parsePolicy(`log ${LOG}\nwitness a ${W1}\nwitness b ${W2}\nwitness c ${W3}\ngroup g 2 a b c\nquorum g\n`);

  test('passes with its quorum, and says who cosigned it and when', () => {
    const judged = evaluateNote(two, withSignatures(note, [by(3, 30), by(1, 10)]));
    expect(judged.checkpoint).toMatchObject({ origin: log.name, size: 7 });
    expect(judged.witnessed.map(({ witness, time }) => [witness.name, time])).toEqual([
      ['a', 10],
      ['c', 30],
    ]);
    expect(judged.quorum).toBe(true);
  });

  test('does not pass with one too few, with a repeated witness, or with unknown witnesses', () => {
    expect(evaluateNote(two, withSignatures(note, [by(1, 10)])).quorum).toBe(false);
    expect(evaluateNote(two, withSignatures(note, [by(1, 10), by(1, 11)])).quorum).toBe(false);
    expect(evaluateNote(two, withSignatures(note, [by(1, 10), by(5, 11)])).quorum).toBe(false);
  });

  test('needs it before the requested time', () => {
    const whole = withSignatures(note, [by(1, 10), by(2, 20)]);
    expect(evaluateNote(two, whole, { before: 21 }).quorum).toBe(true);
    expect(evaluateNote(two, whole, { before: 20 }).quorum).toBe(false);
  });

  test('one invalid line of a listed witness invalidates it; so does a log that is not listed', () => {
    const stolen = by(2, 20)
      .replace('7', '7')
      .replace(witnesses[1]?.name ?? '', witnesses[0]?.name ?? '');
    expect(evaluateNote(two, withSignatures(note, [stolen])).witnessed).toEqual([]);
    const forged = `\u2014 ${witnesses[0]?.name} ${toBase64(
      concat(cosignerKey(witnesses[0]?.name ?? '', ed25519.getPublicKey(seedOf(1))).id, new Uint8Array(72).fill(1)),
    )}\n`;
    expect(() => evaluateNote(two, withSignatures(note, [by(2, 20), by(3, 20), forged]))).toThrow('witness.example/w1');
    const elsewhere = signNote(TEXT.replace('one', 'two'), [{ ...log, name: 'log.example/two' }]);
    expect(() => evaluateNote(two, elsewhere)).toThrow('no log that the policy lists');
    expect(() => evaluateNote(two, signNote(TEXT, [{ ...log, secretKey: seedOf(9) }]))).toThrow('no trusted key');
  });

  test('without a listed log is checked under the caller’s key', () => {
    const bare = parsePolicy(`witness a ${W1}\nquorum a\n`);
    expect(evaluateNote(bare, withSignatures(note, [by(1, 10)]), { logKey }).quorum).toBe(true);
    expect(() => evaluateNote(bare, note)).toThrow('no log');
    expect(evaluateNote(parsePolicy('quorum none\n'), note, { logKey }).quorum).toBe(true);
  });
});

describe('invalid policies', () => {
  test.each([
    ['nothing', '', 'has no newline'],
    ['no quorum', `witness a ${W1}\n`, 'no quorum line'],
    ['two quorums', 'quorum none\nquorum none\n', 'line 2: a second quorum'],
    ['a last line that was cut off', 'quorum none', 'has no newline'],
    ['a name from a later line', `quorum a\nwitness a ${W1}\n`, 'line 1: a is not defined'],
    ['a group of itself', 'group g all g\nquorum g\n', 'line 1: g is not defined'],
    ['an unknown word', 'witnesses a\nquorum none\n', 'not with witnesses'],
    ['words in capitals', 'Quorum none\n', 'not with Quorum'],
    ['one witness under two names', `witness a ${W1}\nwitness b ${W1}\nquorum none\n`, 'line 2: a second witness'],
    ['one log twice', `log ${LOG}\nlog ${LOG}\nquorum none\n`, 'line 2: a second log'],
    ['one name twice', `witness a ${W1}\nwitness a ${W2}\nquorum a\n`, 'line 2: a is defined twice'],
    ['a group with the name of a witness', `witness a ${W1}\ngroup a all a\nquorum a\n`, 'a is defined twice'],
    ['a witness called none', `witness none ${W1}\nquorum none\n`, 'reserved by the format'],
    ['none as a member', 'group g any none\nquorum g\n', 'none is not defined'],
    ['a member twice', `witness a ${W1}\ngroup g 1 a a\nquorum g\n`, 'a is in a group already'],
    ['a member of two groups', `witness a ${W1}\ngroup g any a\ngroup h any a\nquorum h\n`, 'line 3: a is in a group'],
    ['0 of 1', `witness a ${W1}\ngroup g 0 a\nquorum g\n`, 'from 1 to 1'],
    ['2 of 1', `witness a ${W1}\ngroup g 2 a\nquorum g\n`, 'from 1 to 1'],
    ['1 with a zero before it', `witness a ${W1}\ngroup g 01 a\nquorum g\n`, 'from 1 to 1'],
    ['most of 1', `witness a ${W1}\ngroup g most a\nquorum g\n`, 'from 1 to 1'],
    ['an empty group', 'group g all\nquorum g\n', 'group <name>'],
    ['a log’s key as a witness', `witness a ${LOG}\nquorum a\n`, 'type 0x04'],
    ['a witness’ key as a log', `log ${W1}\nquorum none\n`, 'not an Ed25519 verifier key'],
    ['a key with another id', `witness a ${W1.replace('w1', 'w9')}\nquorum a\n`, 'not the id of the key'],
    ['a fourth word', `witness a ${W1} http://x y\nquorum a\n`, 'witness <name> <vkey> [<url>]'],
    ['an address that is none', `witness a ${W1} file:///etc/passwd\nquorum a\n`, 'not an http(s) URL'],
    ['a comment after a line', 'quorum none # really\n', 'quorum <name>'],
    ['a carriage return', 'quorum none\r\n', 'line 1: a control character'],
    ['a zero byte', '# x\n\0quorum none\n', 'line 2: a control character'],
    ['too much of it', `${'#'.repeat(70_000)}\nquorum none\n`, 'more than 65536 bytes'],
  ])('%s', (_name, text, problem) => {
    expect(() => parsePolicy(text)).toThrow(problem);
  });
});

test('names are octets: look-alikes are different, and any byte beyond ASCII is allowed', () => {
  const lines = [`witness K ${W1}\n`, `witness \u212a ${W2}\n`, 'group g all K \u212a\n', 'quorum g\n'];
  const policy = parsePolicy(lines.join(''));
  expect(isQuorum(policy, new Set(['K']))).toBe(false);
  expect(isQuorum(policy, new Set(['K', '\u212a']))).toBe(true);
  const odd = concat(utf8('witness '), Uint8Array.of(0xff), utf8(` ${W1}\nquorum `), Uint8Array.of(0xff), utf8('\n'));
  expect(parsePolicy(odd).witnesses[0]?.name).toBe('\\xff');
});

test('as many logs, witnesses and groups as the specification requires', () => {
  const keys = Array.from({ length: 32 }, (_, n) => ed25519.getPublicKey(seedOf(120 + n)));
  const lines = keys.flatMap((key, n) => [
    `log ${formatVerifierKey(noteKey(`log.example/${n}`, key))}`,
    `witness w${n} ${formatCosignerKey(cosignerKey(`witness.example/${n}`, key))}`,
    `group g${n} all ${n === 0 ? '' : `g${n - 1}`} w${n}`,
  ]);
  const policy = parsePolicy(`${lines.join('\n')}\nquorum g31\n`);
  expect(policy.witnesses).toHaveLength(32);
  expect(isQuorum(policy, new Set(policy.witnesses.map(({ name }) => name)))).toBe(true);
  expect(isQuorum(policy, new Set(policy.witnesses.slice(1).map(({ name }) => name)))).toBe(false);
});
