/** The site itself lies and signs its lie: every hash is right, and only the rules of the protocol are broken. */
import { canon } from '@fairpot/fairness/encoding/canon';
import { commitmentOf, makeSecret, parseSecret, randomOf } from '@fairpot/fairness/protocol/commitment';
import { deriveKey } from '@fairpot/fairness/protocol/derive';
import { parseLock } from '@fairpot/fairness/protocol/lock';
import { outcomeOf } from '@fairpot/fairness/games/outcome';
import { payoutsOf } from '@fairpot/fairness/games/payout';
import { boxOf } from '@fairpot/fairness/base/seal-box';
import { openWindow } from '@fairpot/fairness/seal/window-key';
import {
  drandOf,
  entriesOf,
  otherSecret,
  POT,
  sealOf,
  SEATS,
  SIDES,
  type Entry,
  type LockShape,
  type Log,
  type SettledRound,
} from './log.ts';

/** Leaves after the tampering, and the leaf that must be named; null: the finding names none, or `finding` gives the text. */
interface Lie {
  readonly leaves: readonly string[];
  readonly leaf: number;
  readonly finding?: RegExp;
}
export interface SignedLie {
  readonly name: string;
  readonly lie: (log: Log) => Lie | null;
}

/** The pseudonym of a player who is not in the log. */
const LATE = '1a7e'.repeat(8);

/** A lie in the result leaf of a round: that leaf must be named. */
const inResult = (
  name: string,
  kind: LockShape,
  change: (settled: SettledRound, log: Log) => object | null,
): SignedLie => ({
  name,
  lie: (log) => {
    const settled = log.settled(kind);
    const changed = settled && change(settled, log);
    return settled && changed && { leaves: log.with([settled.at.result, changed]), leaf: settled.at.result };
  },
});

/** A lie in the lock: the result no longer follows from it, or the lock itself is refused. */
const inLock = (
  name: string,
  kind: LockShape,
  change: (settled: SettledRound, log: Log) => object | null,
  named: 'lock' | 'result',
): SignedLie => ({
  name,
  lie: (log) => {
    const settled = log.settled(kind);
    const changed = settled && change(settled, log);
    return settled && changed && { leaves: log.with([settled.at.lock, changed]), leaf: settled.at[named] };
  },
});

export const SIGNED: readonly SignedLie[] = [
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
      const settled = log.settled(POT);
      if (settled === null) return null;
      const again = canon({ ...settled.lock, entries: [...entriesOf(settled.lock), { player: LATE, cents: 5_000 }] });
      const at = settled.at.lock + 1;
      return { leaves: [...log.leaves.slice(0, at), again, ...log.leaves.slice(at)], leaf: at };
    },
  },
  {
    name: 'half a cent',
    lie: (log) => {
      const settled = log.settled(SIDES);
      if (settled === null) return null;
      const text = (log.leaves[settled.at.lock] ?? '').replace(/"cents":(\d+)/, '"cents":$1.5');
      return { leaves: log.leaves.with(settled.at.lock, text), leaf: settled.at.lock };
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
      const settled = log.settled(SIDES, 1);
      const number = String(settled?.open['number']);
      const finding = new RegExp(`FAIL leaf \\d+: ${settled?.open.game} round number ${number} is missing`);
      return settled && { leaves: log.without(settled.open.roundId), leaf: -1, finding };
    },
  },
  {
    name: 'a leaf after the end of its round',
    lie: (log) => {
      const settled = log.settled(SIDES);
      return settled && { leaves: [...log.leaves, canon(settled.lock)], leaf: log.leaves.length };
    },
  },
];

/** Round two of the log with the random part of round one's secret, and everything that follows from it, correctly computed. */
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
