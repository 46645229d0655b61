/** Honest rounds hold; each attack of the protocol's section 6 that affects one round is caught, and named. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, test } from 'vitest';
import { QUICKNET } from '../protocol/beacon.ts';
import { toHex } from '../encoding/bytes.ts';
import { makeSecret } from '../protocol/commitment.ts';
import { deriveKey } from '../protocol/derive.ts';
import { outcomeOf } from '../games/outcome.ts';
import { payoutsOf } from '../games/payout.ts';
import type { RoundProof } from '../protocol/proof.ts';
import { findReuse } from '../protocol/reuse.ts';
import { itemsOf, makeLock, makeProof, playerOf, sealOf, signRound, TEST_CHAIN } from '../testing/rounds.ts';
import { verifyRound } from './verify.ts';

const options = { chains: [TEST_CHAIN] };
const coinflip = makeProof('coinflip');
const jackpot = makeProof('jackpot');
const battle = makeProof('casebattle');
const games = ['coinflip', 'jackpot', 'casebattle'] as const;

/** The id of the first step that fails, and its text. */
function failure(proof: unknown, more: object = {}): string {
  const { failed } = verifyRound(proof, { ...options, ...more });
  return failed === null ? 'holds' : `${failed.id}: ${failed.computed} / ${failed.expected} / ${failed.detail}`;
}

/**
 * A cheat who recomputes everything that can be recomputed, after changing lock, round number of the beacon or secret.
 */
function recomputed(proof: RoundProof, over: { lock?: object; secret?: string; round?: number }): RoundProof {
  const secret = over.secret ?? proof.secret;
  const lock = makeLock(proof.game, secret, { hash: proof.hash, ...over.lock });
  const round = over.round ?? proof.drand.round;
  const signature = signRound(round);
  const key = deriveKey({ secret, drandSignature: signature, lock });
  const outcome = outcomeOf(key, lock);
  const payouts = payoutsOf(lock, outcome, itemsOf(lock));
  return { ...proof, secret, lock, drand: { ...proof.drand, round, signature }, outcome, payouts };
}

describe('an honest round', () => {
  test.each(games)('%s holds, whatever the secret', (game) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const proof = makeProof(game, seed);
      const verdict = verifyRound(JSON.parse(JSON.stringify(proof)), options);
      expect(verdict.failed).toBeNull();
      expect(verdict).toMatchObject({ ok: true, simulated: true });
      expect(new Set(verdict.steps.map((step) => step.id)).size).toBe(verdict.steps.length);
    }
  });

  test('holds against a watcher’s record', () => {
    const { hash, lock } = coinflip;
    expect(failure(coinflip, { seen: { hash, entries: lock.entries, chances: ['48.31', '51.69'] } })).toBe('holds');
  });

  test.each(games)(
    '%s has as many checks for a watcher as for a stranger, who compares nothing that he saw',
    (game) => {
      const proof = makeProof(game);
      const seen = { roundId: proof.roundId, hash: proof.hash, entries: proof.lock.entries };
      const [stranger, watcher] = [verifyRound(proof, options), verifyRound(proof, { ...options, seen })];
      expect(watcher.steps).toHaveLength(stranger.steps.length + 3);
      expect(watcher.ok).toBe(true);
      expect([watcher.checks, stranger.checks]).toEqual([stranger.steps.length, stranger.steps.length]);
    },
  );

  test('a battle shows every roll and the tie draw', () => {
    const ids = verifyRound(battle, options).steps.map((step) => step.id);
    expect(ids.filter((id) => id.startsWith('ticket:casebattle|roll|'))).toHaveLength(8);
    expect(ids).toContain('eos-block');
  });
});

describe('the commitment', () => {
  test('a second secret, searched for later, does not open it', () => {
    const other = makeSecret({ game: 'coinflip', roundId: coinflip.roundId, random32: new Uint8Array(32).fill(3) });
    expect(failure(recomputed(coinflip, { secret: other }))).toMatch(/^commitment: /);
  });

  test('a secret of another round is named, hash and all', () => {
    const stolen = makeProof('coinflip', 2);
    const moved = { ...stolen, roundId: coinflip.roundId, lock: { ...stolen.lock, roundId: coinflip.roundId } };
    expect(failure(moved)).toMatch(/^secret-names-round: coinflip rnd_coinflip_2 \/ coinflip rnd_coinflip_1/);
  });

  test('another commitment than the one seen is caught', () => {
    expect(failure(coinflip, { seen: { hash: '00'.repeat(32) } })).toMatch(/^seen-hash: /);
  });

  test('a lock of another round is caught', () => {
    expect(failure({ ...coinflip, lock: makeProof('coinflip', 2).lock })).toMatch(/^lock-names-round: /);
  });
});

describe('a battle as it was offered', () => {
  const { lock } = battle;
  if (lock.game !== 'casebattle') throw new Error('not a battle');
  const [box, other] = lock.cases.map((table, i) => ({ ...table, caseId: ['box@1', 'other@2'][i] ?? '' }));
  if (!box || !other) throw new Error('two cases');
  const cases = [box, other, box];
  const offered = { cases: ['box@1', 'other@2', 'box@1'], mode: 'NORMAL', teams: 2, seatsPerTeam: 2, tables: [box] };
  const locked = (over: object, seen: object = {}) =>
    failure(recomputed(battle, { lock: { cases, ...over } }), { seen: { battle: { ...offered, ...seen } } });

  test('holds, with and without its tables', () => {
    expect(locked({})).toBe('holds');
    expect(locked({}, { tables: [] })).toBe('holds');
    expect(locked({ mode: 'INVERSE' }, { mode: 'INVERSE' })).toBe('holds');
  });

  test.each<[string, object, RegExp]>([
    ['a case swapped', { cases: [box, { ...other, caseId: 'third@1' }, box] }, /cases\[1\]: computed "third@1"/],
    ['another version', { cases: [box, { ...other, caseId: 'other@3' }, box] }, /cases\[1\]: computed "other@3"/],
    ['another order', { cases: [other, box, box] }, /cases\[0\]: computed "other@2"/],
    ['a case dropped', { cases: [box, other] }, /cases: computed 2 items, published 3/],
    ['a case more', { cases: [...cases, box] }, /cases: computed 4 items, published 3/],
    [
      'another weight under the same name',
      { cases: [{ ...box, weights: [2, 99, 900] }, other, box] },
      /box@1.weights\[0\]/,
    ],
    [
      'another value under the same name',
      { cases: [box, other, { ...box, cents: [100_000, 501, 21] }] },
      /box@1.cents\[2\]/,
    ],
  ])('%s is caught, although all else was recomputed', (_name, over, difference) => {
    expect(locked(over)).toMatch(/^seen-cases: /);
    expect(locked(over)).toMatch(difference);
  });

  test('another mode, other teams and another game are caught', () => {
    expect(locked({ mode: 'INVERSE' })).toMatch(/^seen-mode: INVERSE, 4 seats in teams of 2 \/ NORMAL, /);
    expect(locked({}, { mode: 'INVERSE' })).toMatch(/^seen-mode: NORMAL, /);
    const single = lock.entries.map(({ player }, team) => ({ player, team, seat: 0 }));
    expect(locked({ entries: single })).toMatch(
      /^seen-mode: NORMAL, 4 seats in teams of 1 \/ NORMAL, 4 seats in teams of 2/,
    );
    expect(failure(coinflip, { seen: { battle: offered } })).toMatch(/^seen-cases: cases: computed 0 items/);
  });
});

describe('the stakes', () => {
  test('a late, changed or reordered entry differs from what was seen, even when all else is recomputed', () => {
    const entries = jackpot.lock.entries;
    const seen = { entries };
    const late = [...entries, { player: playerOf('eve'), cents: 5 }];
    expect(failure(recomputed(jackpot, { lock: { entries: late } }), { seen })).toMatch(
      /^seen-entries: entries: computed 5 items, published 4/,
    );
    const reordered = [...entries].reverse();
    expect(failure(recomputed(jackpot, { lock: { entries: reordered } }), { seen })).toMatch(
      /entries\[0\]\.cents: computed 1,/,
    );
    const lockHash = verifyRound(jackpot, options).steps.find((step) => step.id === 'lock-hash')?.computed;
    expect(failure(jackpot, { seen: { lockHash } })).toBe('holds');
    expect(failure(recomputed(jackpot, { lock: { entries: late } }), { seen: { lockHash } })).toMatch(/^lock-hash: /);
  });

  test('one more cent in the lock changes the published result', () => {
    const lock = structuredClone(jackpot.lock) as unknown as { entries: Array<{ cents: number }> };
    const [first] = lock.entries;
    if (first !== undefined) first.cents += 1;
    expect(failure({ ...jackpot, lock })).toMatch(/^ticket:jackpot\|ticket: /);
  });

  test('a float in a leaf is not a proof', () => {
    const lock = { ...coinflip.lock, lockedAt: coinflip.lock.lockedAt + 0.5 };
    expect(failure({ ...coinflip, lock })).toMatch(/^shape: .*round\.lock\.lockedAt: not a safe integer/);
  });
});

describe('the beacon', () => {
  test('a round off the formula is caught, later or earlier', () => {
    for (const shift of [-1, 1]) {
      const round = coinflip.drand.round + shift;
      const drand = { chain: TEST_CHAIN.chainHash, round };
      expect(failure(recomputed(coinflip, { lock: { drand }, round }))).toMatch(/^beacon-named: /);
    }
  });

  test('a past round is caught twice', () => {
    const round = coinflip.drand.round - 100;
    const drand = { chain: TEST_CHAIN.chainHash, round };
    const { steps } = verifyRound(recomputed(coinflip, { lock: { drand }, round }), options);
    const failed = steps.filter((step) => !step.ok).map((step) => step.id);
    expect(failed).toEqual(['beacon-named', 'beacon-future']);
  });

  test('another round than the named one is caught', () => {
    expect(failure(recomputed(jackpot, { round: jackpot.drand.round + 1 }))).toMatch(/^beacon-revealed: /);
  });

  test('a signature of another round or of another key is caught', () => {
    const other = { ...coinflip.drand, signature: signRound(coinflip.drand.round + 1) };
    expect(failure({ ...coinflip, drand: other })).toMatch(/^beacon-signature: not valid/);
  });

  test('a 96-byte signature is not a proof', () => {
    const signature = toHex(bls12_381.G1.Point.fromHex(coinflip.drand.signature).toBytes(false));
    expect(failure({ ...coinflip, drand: { ...coinflip.drand, signature } })).toMatch(/signature: not 48 bytes/);
  });

  test('an unknown chain counts only when simulated ones are accepted, and then the verdict says so', () => {
    expect(failure(coinflip, { chains: [] })).toMatch(/^beacon-chain: unknown chain/);
    expect(verifyRound(coinflip, { acceptSimulated: true })).toMatchObject({ ok: true, simulated: true });
  });

  test('a site that passes its own key off as quicknet is caught, even when simulated ones are accepted', () => {
    const chain = { ...TEST_CHAIN, chainHash: QUICKNET.chainHash };
    const lock = { drand: { chain: QUICKNET.chainHash, round: coinflip.drand.round } };
    const forged = recomputed(coinflip, { lock });
    const proof = { ...forged, drand: { ...forged.drand, chain } };
    expect(failure(proof, { acceptSimulated: true })).toMatch(/^beacon-chain: chain\.publicKey: computed "83cf/);
  });
});

describe('the EOS block', () => {
  const { eos } = battle.lock;
  if (eos === null) throw new Error('no block');

  test('an id of another number is caught, although all else was recomputed', () => {
    const other = { ...eos, id: `00000001${eos.id.slice(8)}` };
    expect(failure(recomputed(battle, { lock: { eos: other } }))).toMatch(/^eos-block: 1 \/ 400000123/);
  });

  test('no block known at the lock: nothing depends on it', () => {
    const verdict = verifyRound(recomputed(battle, { lock: { eos: null } }), options);
    expect(verdict.failed).toBeNull();
    expect(verdict.steps.map((step) => step.id)).not.toContain('eos-block');
  });

  test('another id in the lock is another lock: ids cannot be tried out once the beacon is known', () => {
    const other = { ...battle.lock, eos: { ...eos, id: `${eos.id.slice(0, -2)}00` } };
    const lockHash = verifyRound(battle, options).steps.find((step) => step.id === 'lock-hash')?.computed;
    expect(failure({ ...battle, lock: other }, { seen: { lockHash } })).toMatch(/^lock-hash: /);
    expect(failure({ ...battle, lock: other })).toMatch(/^ticket:casebattle\|roll\|0\|0\|0/);
  });
});

describe('the seal', () => {
  const { seal } = coinflip.lock;
  const sealed = (over: object) => failure(recomputed(coinflip, { lock: { seal: { ...seal, ...over } } }));

  test('of another secret is caught', () => {
    const other = makeSecret({ game: 'coinflip', roundId: coinflip.roundId, random32: new Uint8Array(32).fill(3) });
    expect(sealed({ box: sealOf(other, coinflip.drand.round).box })).toMatch(
      /^seal: .*the seal holds a secret of hash/,
    );
  });

  test('of another round is caught', () => {
    expect(sealed({ box: makeProof('coinflip', 2).lock.seal.box })).toMatch(/^seal: .*the lock commits to/);
  });

  test('of garbage is caught', () => {
    expect(sealed({ key: 'ab'.repeat(160) })).toMatch(/^seal: /);
    expect(sealed({ key: `${seal.key.slice(0, -2)}00` })).toMatch(/^seal: .*does not open with the signature/);
    expect(sealed({ box: '00'.repeat(32) })).toMatch(/^seal: .*the lock commits to/);
  });

  test('with the window key of another beacon round is caught', () => {
    expect(sealed({ key: sealOf(coinflip.secret, coinflip.drand.round + 1).key })).toMatch(
      /^seal: .*does not open with the signature/,
    );
  });
});

describe('the result', () => {
  test('another winner is named field by field', () => {
    const winnerSide = 'winnerSide' in coinflip.outcome && coinflip.outcome.winnerSide === 1 ? 2 : 1;
    expect(failure({ ...coinflip, outcome: { ...coinflip.outcome, winnerSide } })).toMatch(
      /^outcome: outcome\.winnerSide: computed \d, published \d/,
    );
  });

  test('another drop is named by roll', () => {
    if (!('rolls' in battle.outcome)) throw new Error('no rolls');
    const rolls = battle.outcome.rolls.map((roll, i) => (i === 5 ? { ...roll, item: (roll.item + 1) % 3 } : roll));
    expect(failure({ ...battle, outcome: { ...battle.outcome, rolls } })).toMatch(
      /^outcome: outcome\.rolls\[5\]\.item: /,
    );
  });

  test('a fee above its rate is caught', () => {
    const payouts = { ...jackpot.payouts, feeCents: 171 };
    expect(failure({ ...jackpot, payouts })).toMatch(/^fee: 171 is more than 170/);
  });

  test('a chosen fee item, a share too small and a missing item are caught', () => {
    const { payouts } = jackpot;
    expect(failure({ ...jackpot, payouts: { ...payouts, feeItems: ['itm_2_0'] } })).toMatch(/payouts\.feeItems/);
    const shares = payouts.shares.map((share) => ({ ...share, cents: share.cents - 1 }));
    expect(failure({ ...jackpot, payouts: { ...payouts, shares } })).toMatch(/payouts\.shares\[0\]\.cents/);
    const items = payouts.items.slice(1);
    expect(failure({ ...jackpot, payouts: { ...payouts, items } })).toMatch(/^payouts: .*items of entry 0/);
  });

  test('a shown chance that is not the share is caught', () => {
    expect(failure(coinflip, { seen: { chances: ['50.00', '50.00'] } })).toMatch(/^chance: 48\.31% \/ 51\.69%/);
  });
});

describe('input of the wrong shape', () => {
  test.each<[string, unknown, string]>([
    ['nothing', null, 'round: not an object'],
    ['a missing field', { ...coinflip, secret: undefined }, 'round.secret: not a string'],
    ['an extra field', { ...coinflip, note: 'trust me' }, 'round.note: unknown field'],
    ['number 0', { ...coinflip, number: 0 }, 'round.number: 0 is not between'],
    ['an input besides', { ...battle, eos: { block: 1, id: '00'.repeat(32) } }, 'round.eos: unknown field'],
    ['another protocol', { ...coinflip, v: 'fp/1' }, 'round.v: not "fp/2"'],
    ['the outcome of another game', { ...coinflip, outcome: jackpot.outcome }, 'round.outcome.boundary: missing'],
    [
      'another scheme',
      { ...coinflip, drand: { ...coinflip.drand, chain: { ...TEST_CHAIN, scheme: 'x' } } },
      'scheme: not',
    ],
  ])('%s is a failed first step', (_, value, message) => {
    const verdict = verifyRound(value, options);
    expect(verdict.failed?.id).toBe('shape');
    expect(verdict.failed?.detail).toContain(message);
  });

  test('a scripted round makes no claim, and says so', () => {
    const verdict = verifyRound({ v: 'fp/2', game: 'jackpot', roundId: 'rnd_1', scripted: true }, options);
    expect(verdict).toMatchObject({ ok: false, failed: { computed: 'SCRIPTED: winner chosen by staff' } });
  });
});

describe('across rounds', () => {
  test('a secret used twice is found under any round id', () => {
    const again = makeProof('coinflip', 1, 'rnd_other');
    expect(failure(again)).toBe('holds');
    expect(findReuse([coinflip, again])).toContain(
      'the random part of the secret of rnd_coinflip_1 is used again by rnd_other',
    );
  });

  test('honest rounds and the same round twice are not a clash', () => {
    expect(findReuse([coinflip, makeProof('coinflip', 2), makeProof('jackpot', 3), coinflip])).toEqual([]);
  });

  test('two secrets for one round are found', () => {
    const other = makeProof('coinflip', 2).secret;
    expect(findReuse([coinflip, { ...coinflip, secret: other }])).toEqual([
      'the commitment of rnd_coinflip_1 is used again by rnd_coinflip_1',
      'the id of rnd_coinflip_1 is used again by rnd_coinflip_1',
      'the number of rnd_coinflip_1 is used again by rnd_coinflip_1',
    ]);
  });

  test('a number given twice is found', () => {
    const twin = { ...makeProof('coinflip', 2), number: 1 };
    expect(findReuse([coinflip, twin])).toEqual(['the number of rnd_coinflip_1 is used again by rnd_coinflip_2']);
  });
});
