/**
 * Trust policies: which logs and witnesses count, and how many of them are needed.
 *
 * Server, CLI and browser parse the same text. Source: c2sp.org/tlog-policy. Invariant: a text is parsed in one way or
 * refused with its line number; a checkpoint passes only under the signature of a listed log and the quorum of listed
 * witnesses.
 */
import { openCheckpoint } from './checkpoint.ts';
import type { Checkpoint } from './checkpoint.ts';
import { cosignaturesOn, parseCosignerKey } from './cosignature.ts';
import { toHex, utf8 } from '../encoding/bytes.ts';
import { parseVerifierKey } from './note.ts';
import type { NoteKey } from './note.ts';

export type PolicyLog = { readonly key: NoteKey; readonly url: string | null };
/** `name` has a meaning only within its policy; the witness's own name is `key.name`. */
export type PolicyWitness = { readonly name: string; readonly key: NoteKey; readonly url: string | null };
/** Satisfied when at least `least` of the members are. */
type PolicyGroup = { readonly least: number; readonly members: readonly PolicyMember[] };
type PolicyMember = PolicyWitness | PolicyGroup;
/** `quorum` null: none is required. No logs: the caller knows the log from elsewhere. */
export type Policy = {
  readonly logs: readonly PolicyLog[];
  readonly witnesses: readonly PolicyWitness[];
  readonly quorum: PolicyMember | null;
};

/** A witness of the policy that has cosigned, and its stated time (POSIX seconds). */
export type WitnessCosignature = { readonly witness: PolicyWitness; readonly time: number };
/** A checkpoint under a policy. `quorum`: whether enough witnesses cosigned it, by the latest requested time. */
export type NoteJudgement = {
  readonly checkpoint: Checkpoint;
  readonly witnessed: readonly WitnessCosignature[];
  readonly quorum: boolean;
};

const MAX_BYTES = 65_536;
const NONE = 'none';

/** Parses a policy: its bytes, or its text. Throws an Error that names the first wrong line. */
export function parsePolicy(file: Uint8Array | string): Policy {
  const bytes = typeof file === 'string' ? utf8(file) : file;
  if (bytes.length > MAX_BYTES) throw new Error(`a policy of more than ${MAX_BYTES} bytes`);
  // One character per byte: names and URLs are opaque, only ASCII has a meaning.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const stray = text.search(/[^\t\n\x20-\x7e\x80-\xff]/);
  if (stray >= 0) throw new Error(`line ${text.slice(0, stray).split('\n').length}: a control character`);
  if (!text.endsWith('\n')) throw new Error('the last line has no newline: the file may be truncated');
  const reader = new PolicyParser();
  for (const [index, line] of text.slice(0, -1).split('\n').entries()) {
    const words = line.split(/[ \t]+/).filter((word) => word !== '');
    if (words.length === 0 || words[0]?.startsWith('#') === true) continue;
    try {
      // Two spellings that display alike count as one name, and so as a duplicate definition.
      reader.take(words.map(shown));
    } catch (error) {
      throw new Error(`line ${index + 1}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  return reader.policy();
}

/** Whether these witnesses (by their names in the policy) are enough. */
export function isQuorum({ quorum }: Policy, cosigned: ReadonlySet<string>): boolean {
  return quorum === null || holds(quorum, cosigned);
}

/**
 * The checkpoint of a note and the policy's witnesses on it. Throws when no listed log has signed it, or when the
 * signature of a listed one is invalid. With `before` (POSIX seconds) only earlier cosignatures count; `logKey` is the
 * log's key when the policy lists none.
 */
export function evaluateNote(
  policy: Policy,
  note: string,
  { logKey, before = Infinity }: { readonly logKey?: NoteKey; readonly before?: number } = {},
): NoteJudgement {
  const checkpoint = openAny(note, policy.logs.length === 0 && logKey !== undefined ? [logKey] : logKeysOf(policy));
  const cosignatures = cosignaturesOn(
    note,
    policy.witnesses.map(({ key }) => key),
  );
  const witnessed = policy.witnesses.flatMap((witness) =>
    cosignatures.flatMap(({ key, time }) => (key === witness.key ? [{ witness, time }] : [])),
  );
  const counted = witnessed.filter(({ time }) => time < before).map(({ witness }) => witness.name);
  return { checkpoint, witnessed, quorum: isQuorum(policy, new Set(counted)) };
}

function logKeysOf(policy: Policy): NoteKey[] {
  return policy.logs.map(({ key }) => key);
}

function openAny(note: string, keys: readonly NoteKey[]): Checkpoint {
  const named = keys.filter(({ name }) => note.startsWith(`${name}\n`));
  if (named.length === 0) throw new Error('the checkpoint is of no log that the policy lists');
  for (const [index, key] of named.entries()) {
    try {
      return openCheckpoint(note, key);
    } catch (error) {
      if (index === named.length - 1) throw error;
    }
  }
  throw new Error('unreachable: the last key returned or threw');
}

function holds(member: PolicyMember, cosigned: ReadonlySet<string>): boolean {
  if ('name' in member) return cosigned.has(member.name);
  return member.members.filter((each) => holds(each, cosigned)).length >= member.least;
}

/** Takes the lines one after the other; every name is defined before its use. */
class PolicyParser {
  readonly #logs: PolicyLog[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  readonly #members = new Map<string, PolicyMember>();
  readonly #grouped = new Set<string>();
  readonly #keys = { log: new Set<string>(), witness: new Set<string>() };
  #quorum: PolicyMember | null | undefined;

  take([keyword, ...rest]: readonly string[]): void {
    switch (keyword) {
      case 'log':
        return this.#log(rest);
      case 'witness':
        return this.#witness(rest);
      case 'group':
        return this.#group(rest);
      case 'quorum':
        return this.#takeQuorum(rest);
      default:
        throw new Error(`a line begins with log, witness, group or quorum, not with ${keyword ?? ''}`);
    }
  }

  policy(): Policy {
    if (this.#quorum === undefined) throw new Error('the policy has no quorum line');
    return { logs: this.#logs, witnesses: this.#witnesses, quorum: this.#quorum };
  }

  #log(words: readonly string[]): void {
    const [vkey = '', url, ...more] = words;
    if (vkey === '' || more.length > 0) throw new Error('log <vkey> [<url>]');
    this.#logs.push({ key: this.#once('log', parseVerifierKey(vkey)), url: readUrl(url) });
  }

  #witness(words: readonly string[]): void {
    const [name = '', vkey = '', url, ...more] = words;
    if (name === '' || vkey === '' || more.length > 0) throw new Error('witness <name> <vkey> [<url>]');
    const key = this.#once('witness', parseCosignerKey(vkey));
    const witness = { name, key, url: readUrl(url) };
    this.#define(name, witness);
    this.#witnesses.push(witness);
  }

  #group(words: readonly string[]): void {
    const [name = '', count = '', ...names] = words;
    if (name === '' || count === '' || names.length === 0) throw new Error('group <name> all|any|<k> <name>...');
    const members = names.map((each) => {
      const member = this.#member(each);
      if (this.#grouped.has(each)) throw new Error(`${each} is in a group already`);
      this.#grouped.add(each);
      return member;
    });
    this.#define(name, { least: minOf(count, members.length), members });
  }

  #takeQuorum(words: readonly string[]): void {
    const [name = '', ...more] = words;
    if (name === '' || more.length > 0) throw new Error('quorum <name>');
    if (this.#quorum !== undefined) throw new Error('a second quorum');
    this.#quorum = name === NONE ? null : this.#member(name);
  }

  #member(name: string): PolicyMember {
    const member = this.#members.get(name);
    if (member === undefined) throw new Error(`${name} is not defined on an earlier line`);
    return member;
  }

  #define(name: string, member: PolicyMember): void {
    if (name === NONE) throw new Error('the name none is reserved by the format');
    if (this.#members.has(name)) throw new Error(`${name} is defined twice`);
    this.#members.set(name, member);
  }

  #once(kind: 'log' | 'witness', key: NoteKey): NoteKey {
    const text = toHex(key.publicKey);
    if (this.#keys[kind].has(text)) throw new Error(`a second ${kind} with the same public key`);
    this.#keys[kind].add(text);
    return key;
  }
}

function minOf(count: string, members: number): number {
  if (count === 'all') return members;
  if (count === 'any') return 1;
  const least = Number(count);
  if (!/^[1-9][0-9]{0,4}$/.test(count) || least > members)
    throw new Error(`${count} of ${members} members: all, any, or a number from 1 to ${members}`);
  return least;
}

/** Some readers pass URLs to `fetch`: anything except http and https is refused here. */
function readUrl(word: string | undefined): string | null {
  if (word === undefined) return null;
  if (!URL.canParse(word) || !/^https?:$/.test(new URL(word).protocol)) throw new Error(`not an http(s) URL: ${word}`);
  return word.replace(/\/+$/, '');
}

/** The word as people read it: as UTF-8 if valid, otherwise with its bytes spelled out. */
function shown(word: string): string {
  const bytes = Uint8Array.from(word, (char) => char.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return word.replace(/[\x80-\xff]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
  }
}
