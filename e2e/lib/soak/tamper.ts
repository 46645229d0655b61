/**
 * Tamperings with a real log, each of which `fairpot-verify` must see and name by its leaf (protocol fp/2, section 5).
 * UNSIGNED: somebody changed what is served, the signed head stayed. SIGNED: the site itself lies and signs its lie: every
 * hash is right, and only the rules of the protocol are broken.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canon } from '@fairpot/fairness/encoding/canon';
import { commitmentOf, makeSecret, parseSecret, randomOf } from '@fairpot/fairness/protocol/commitment';
import { deriveKey } from '@fairpot/fairness/protocol/derive';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { outcomeOf } from '@fairpot/fairness/games/outcome';
import { payoutsOf } from '@fairpot/fairness/games/payout';
import { boxOf } from '@fairpot/fairness/seal/seal-box';
import { signLeaves } from '@fairpot/fairness/testing/logs';
import { openWindow } from '@fairpot/fairness/seal/window-key';
import { leavesOf, placeOf, rewrite, rewriteEntries, writeLog } from './saved-log.ts';

type Leaf = Record<string, unknown>;
type Mutable = Leaf & {
  readonly type: string;
  readonly game: string;
  readonly roundId: string;
};
/** The three leaves of one settled round and where they stand. */
interface Told {
  readonly at: { readonly open: number; readonly lock: number; readonly result: number };
  readonly open: Mutable;
  readonly lock: Mutable;
  readonly result: Mutable;
}

/** Leaves after the tampering, and the leaf that must be named; null: the finding names none, or `finding` says it itself. */
interface Lie {
  readonly leaves: readonly string[];
  readonly leaf: number;
  readonly finding?: RegExp;
}
interface Signed {
  readonly name: string;
  readonly lie: (log: Log) => Lie | null;
}
interface Unsigned {
  readonly name: string;
  /** Changes files below `folder`; the arguments beside `--from` and what the verifier must say. */
  readonly spoil: (folder: string, size: number) => { readonly args?: readonly string[]; readonly finding: RegExp };
}

/** So many leaves of a log are enough to lie about; each lie is signed anew and checked from its beginning. */
const MOST_LEAVES = 300;
/** The pseudonym of a player who is in no log. */
const LATE = '1a7e'.repeat(8);

/** What kind of round a lock is of, by its shape: sides that two players take, entries of a pot, or seats with drop tables. */
type Kind = (lock: Leaf) => boolean;
const SEATS: Kind = (lock) => 'cases' in lock;
const SIDES: Kind = (lock) => entriesOf(lock).some((entry) => 'side' in entry);
const POT: Kind = (lock) => !SEATS(lock) && !SIDES(lock);

/** Leaves as text, and the settled rounds among them. */
class Log {
  readonly leaves: readonly string[];
  readonly #parsed: readonly Mutable[];

  constructor(leaves: readonly string[]) {
    this.leaves = leaves;
    this.#parsed = leaves.map((leaf) => JSON.parse(leaf) as Mutable);
  }

  /** The `nth` settled round of a kind, null when there are fewer. */
  settled(kind: Kind, nth = 0): Told | null {
    const results = this.#parsed.flatMap((leaf, at) =>
      leaf.type === 'result' && kind(this.#lockOf(leaf)) ? [at] : [],
    );
    const result = results[nth];
    if (result === undefined) return null;
    const { roundId } = this.#parsed[result] as Mutable;
    const find = (type: string) => this.#parsed.findIndex((leaf) => leaf.type === type && leaf.roundId === roundId);
    const at = { open: find('open'), lock: find('lock'), result };
    const copy = (index: number) => structuredClone(this.#parsed[index]) as Mutable;
    return { at, open: copy(at.open), lock: copy(at.lock), result: copy(at.result) };
  }

  #lockOf({ roundId }: Mutable): Mutable {
    return this.#parsed.find((leaf) => leaf.type === 'lock' && leaf.roundId === roundId) as Mutable;
  }

  with(...changes: readonly (readonly [number, object])[]): readonly string[] {
    const leaves = [...this.leaves];
    for (const [at, leaf] of changes) leaves[at] = canon(leaf);
    return leaves;
  }

  without(roundId: string): readonly string[] {
    return this.leaves.filter((_, at) => this.#parsed[at]?.roundId !== roundId);
  }
}

/** A lie in the result leaf of a round: that leaf must be named. */
const inResult = (name: string, kind: Kind, change: (told: Told, log: Log) => object | null): Signed => ({
  name,
  lie: (log) => {
    const told = log.settled(kind);
    const changed = told && change(told, log);
    return told && changed && { leaves: log.with([told.at.result, changed]), leaf: told.at.result };
  },
});

/** A lie in the lock: the result does not follow from it any more, or the lock itself is refused. */
const inLock = (
  name: string,
  kind: Kind,
  change: (told: Told, log: Log) => object | null,
  named: 'lock' | 'result',
): Signed => ({
  name,
  lie: (log) => {
    const told = log.settled(kind);
    const changed = told && change(told, log);
    return told && changed && { leaves: log.with([told.at.lock, changed]), leaf: told.at[named] };
  },
});

interface Entry {
  readonly cents: number;
}
const entriesOf = (lock: Leaf) => lock['entries'] as readonly Entry[];
const drandOf = (leaf: Leaf) =>
  leaf['drand'] as { readonly chain: string; readonly round: number; readonly signature: string };
const sealOf = (lock: Leaf) => lock['seal'] as { readonly key: string; readonly box: string };
const otherSecret = (leaf: Leaf) => {
  const { game, roundId } = parseSecret(leaf['secret'] as string);
  return makeSecret({ game, roundId, random32: new Uint8Array(32).fill(7) });
};

export const SIGNED: readonly Signed[] = [
  inResult('a secret that was not committed to', SIDES, ({ result }) => ({
    ...result,
    secret: otherSecret(result),
  })),
  inLock(
    'a commitment exchanged at the lock',
    SIDES,
    ({ lock, result }) => ({ ...lock, hash: commitmentOf(otherSecret(result)) }),
    'lock',
  ),
  {
    name: 'a secret used twice, all else following from it',
    lie: (log) => secretTwice(log),
  },
  inResult('the beacon’s output of another round', SIDES, ({ result }, log) => {
    const { round } = drandOf(result);
    let other = log.settled(POT, 0);
    for (let nth = 1; other !== null && drandOf(other.result).round === round; nth++) other = log.settled(POT, nth);
    return other && { ...result, drand: { ...drandOf(result), signature: drandOf(other.result).signature } };
  }),
  inResult('a beacon output of 96 bytes', POT, ({ result }) => ({
    ...result,
    drand: { ...drandOf(result), signature: drandOf(result).signature.repeat(2) },
  })),
  inLock(
    'a lock that names a beacon of the past',
    SIDES,
    ({ lock }) => ({
      ...lock,
      drand: { ...drandOf(lock), round: drandOf(lock).round - 20 },
    }),
    'result',
  ),
  inResult('a beacon that the lock did not name', POT, ({ result }) => ({
    ...result,
    drand: { ...drandOf(result), round: drandOf(result).round + 1 },
  })),
  inLock(
    'a stake changed by one cent',
    SIDES,
    ({ lock }) => ({
      ...lock,
      entries: entriesOf(lock).map((entry, i) => (i === 0 ? { ...entry, cents: entry.cents + 1 } : entry)),
    }),
    'result',
  ),
  inLock(
    'entries in another order',
    POT,
    ({ lock }) => ({ ...lock, entries: [...entriesOf(lock)].reverse() }),
    'result',
  ),
  inLock(
    'an entry after the lock',
    POT,
    ({ lock }) => ({
      ...lock,
      entries: [...entriesOf(lock), { player: LATE, cents: 5_000 }],
    }),
    'result',
  ),
  {
    name: 'a second lock with one entry more',
    lie: (log) => {
      const told = log.settled(POT);
      if (told === null) return null;
      const again = canon({ ...told.lock, entries: [...entriesOf(told.lock), { player: LATE, cents: 5_000 }] });
      const at = told.at.lock + 1;
      return { leaves: [...log.leaves.slice(0, at), again, ...log.leaves.slice(at)], leaf: at };
    },
  },
  {
    name: 'half a cent',
    lie: (log) => {
      const told = log.settled(SIDES);
      if (told === null) return null;
      const text = (log.leaves[told.at.lock] ?? '').replace(/"cents":(\d+)/, '"cents":$1.5');
      return { leaves: log.leaves.with(told.at.lock, text), leaf: told.at.lock };
    },
  },
  inResult('another winner', SIDES, ({ result }) => {
    const outcome = result['outcome'] as { readonly winnerSide: number };
    return { ...result, outcome: { ...outcome, winnerSide: 3 - outcome.winnerSide } };
  }),
  inResult('a ticket moved by one', POT, ({ result }) => {
    const outcome = result['outcome'] as { readonly ticket: number };
    return { ...result, outcome: { ...outcome, ticket: outcome.ticket + 1 } };
  }),
  inResult('a share short of one cent', POT, ({ result }) => {
    const payouts = result['payouts'] as { readonly shares: readonly Entry[] };
    const shares = payouts.shares.map((share, i) => (i === 0 ? { ...share, cents: share.cents - 1 } : share));
    return { ...result, payouts: { ...payouts, shares } };
  }),
  inResult('a result before its beacon', SIDES, ({ result }) => ({ ...result, settledAt: 1_700_000_000_000 })),
  inLock(
    'a foreign EOS block',
    SEATS,
    ({ lock }) => {
      const eos = lock['eos'] as { readonly id: string } | null;
      return eos && { ...lock, eos: { ...eos, id: `${eos.id.slice(0, 8)}${'ab'.repeat(28)}` } };
    },
    'result',
  ),
  inLock(
    'an EOS block whose id is not of its number',
    SEATS,
    ({ lock }) => {
      const eos = lock['eos'] as { readonly block: number } | null;
      return eos && { ...lock, eos: { ...eos, block: eos.block + 1 } };
    },
    'result',
  ),
  inLock(
    'a drop table at another price',
    SEATS,
    ({ lock }) => {
      const [first, ...rest] = lock['cases'] as readonly { readonly priceCents: number }[];
      return first === undefined ? null : { ...lock, cases: [{ ...first, priceCents: first.priceCents - 1 }, ...rest] };
    },
    'result',
  ),
  inLock(
    'a seal of garbage',
    SIDES,
    ({ lock }) => ({ ...lock, seal: { ...sealOf(lock), box: 'ab'.repeat(32) } }),
    'result',
  ),
  inLock(
    'the seal of another round',
    SIDES,
    ({ lock }, log) => {
      const other = log.settled(POT);
      return other && { ...lock, seal: { ...sealOf(lock), box: sealOf(other.lock).box } };
    },
    'result',
  ),
  inLock(
    'a window key that the beacon does not open',
    POT,
    ({ lock }) => ({
      ...lock,
      seal: { ...sealOf(lock), key: sealOf(lock).key.replace(/..$/, (last) => (last === '00' ? '01' : '00')) },
    }),
    'result',
  ),
  inResult('a drop of another item', SEATS, ({ result }) => {
    const outcome = result['outcome'] as { readonly rolls: readonly { readonly item: number }[] };
    const rolls = outcome.rolls.map((roll, i) => (i === 0 ? { ...roll, item: roll.item === 0 ? 1 : 0 } : roll));
    return { ...result, outcome: { ...outcome, rolls } };
  }),
  {
    name: 'a round that was left out',
    lie: (log) => {
      const told = log.settled(SIDES, 1);
      const number = String(told?.open['number']);
      const finding = new RegExp(`FAIL leaf \\d+: ${told?.open.game} round number ${number} is missing`);
      return told && { leaves: log.without(told.open.roundId), leaf: -1, finding };
    },
  },
  {
    name: 'a leaf after the end of its round',
    lie: (log) => {
      const told = log.settled(SIDES);
      return told && { leaves: [...log.leaves, canon(told.lock)], leaf: log.leaves.length };
    },
  },
];

/** Round two of the log with the random part of round one's secret, and everything that follows from it, well computed. */
function secretTwice(log: Log): Lie | null {
  const [first, second] = [log.settled(SIDES, 0), log.settled(SIDES, 1)];
  if (first === null || second === null) return null;
  const roundId = second.open.roundId;
  const { random } = parseSecret(first.result['secret'] as string);
  const secret = makeSecret({ game: second.open.game, roundId, random32: Buffer.from(random, 'hex') });
  const hash = commitmentOf(secret);
  const { signature } = drandOf(second.result);
  const { key: sealKey } = sealOf(second.lock);
  const seal = { key: sealKey, box: boxOf(roundId, openWindow(sealKey, signature), randomOf(secret)) };
  const lock = parseLock({ ...second.lock, hash, seal });
  const key = deriveKey({ secret, drandSignature: signature, lock });
  const outcome = outcomeOf(key, lock);
  const { items } = second.result['payouts'] as { readonly items: Parameters<typeof payoutsOf>[2] };
  const result = { ...second.result, secret, outcome, payouts: payoutsOf(lock, outcome, items) };
  const { at } = second;
  return {
    leaves: log.with([at.open, { ...second.open, hash }], [at.lock, lock], [at.result, result]),
    leaf: at.result,
  };
}

const named = (leaf: number, what: string) => ({ finding: new RegExp(`FAIL leaf ${leaf}: ${what}`) });
/** Leaves 20 and 21 stand in every log that a soak makes. */
const SOME = 20;

export const UNSIGNED: readonly Unsigned[] = [
  {
    name: 'an edited leaf',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) =>
        all.map((e, i) => (i === at ? e.map((b, n) => (n === 9 ? b ^ 1 : b)) : e)),
      );
      return named(SOME, 'its hash is');
    },
  },
  {
    name: 'a dropped leaf',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) => all.filter((_, i) => i !== at));
      return named(SOME, 'its hash is');
    },
  },
  {
    name: 'two leaves in another order',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) => [
        ...all.slice(0, at),
        ...all.slice(at, at + 2).reverse(),
        ...all.slice(at + 2),
      ]);
      return named(SOME, 'its hash is');
    },
  },
  {
    name: 'a leaf short of its last byte',
    spoil: (folder, size) => {
      rewriteEntries(folder, SOME, size, (all, at) => all.map((e, i) => (i === at ? e.slice(0, -1) : e)));
      return named(SOME, 'its hash is');
    },
  },
  {
    name: 'a log short of its last byte',
    spoil: (folder, size) => {
      rewrite(join(folder, placeOf(size - 1, size).path), (bytes) => bytes.slice(0, -1));
      return named(size - 1, 'the bundle of entries ends within this leaf');
    },
  },
  {
    name: 'a head of fewer leaves than were seen',
    spoil: (folder, size) => {
      const leaves = leavesOf(folder, size);
      writeLog(folder, leaves.slice(0, -5));
      writeFileSync(join(folder, 'seen'), signLeaves(leaves));
      return { args: ['--seen', join(folder, 'seen')], ...named(size - 5, 'the log has .* it was cut') };
    },
  },
  {
    name: 'a head that contradicts the one seen before',
    spoil: (folder, size) => {
      const leaves = leavesOf(folder, size);
      const told = new Log(leaves).settled(SIDES);
      writeLog(folder, leaves);
      const other = leaves.slice(0, (told?.at.result ?? 0) + 1);
      writeFileSync(join(folder, 'seen'), signLeaves([...other.slice(1), ...other.slice(0, 1)]));
      return { args: ['--seen', join(folder, 'seen')], finding: /FAIL the first \d+ leaves hash to .* seen before/ };
    },
  },
  {
    name: 'a head signed by somebody else',
    spoil: (folder, size) => {
      writeFileSync(join(folder, 'checkpoint'), signLeaves(leavesOf(folder, size)));
      return { finding: /FAIL checkpoint: .*no trusted key has signed/ };
    },
  },
];

export interface Tampered {
  /** For `fairpot-verify --all`. */
  readonly args: readonly string[];
  readonly finding: RegExp;
}

/** A copy of the saved log `from`, tampered with; null when this log holds nothing to lie about in this way (no battle). */
export function tamperedLog(name: string, from: string, folder: string): Tampered | null {
  const copy = join(folder, name.replace(/\W+/g, '-'));
  const size = Number(readFileSync(join(from, 'checkpoint'), 'utf8').split('\n')[1]);
  const unsigned = UNSIGNED.find((each) => each.name === name);
  if (unsigned) {
    cpSync(from, copy, { recursive: true });
    const { args = [], finding } = unsigned.spoil(copy, size);
    return { args: ['--from', copy, ...args], finding };
  }
  const log = new Log(leavesOf(from, size).slice(0, MOST_LEAVES));
  const lie = SIGNED.find((each) => each.name === name)?.lie(log) ?? null;
  if (lie === null) return null;
  writeLog(copy, lie.leaves);
  return { args: ['--from', copy], finding: lie.finding ?? new RegExp(`FAIL leaf ${lie.leaf}: `) };
}
