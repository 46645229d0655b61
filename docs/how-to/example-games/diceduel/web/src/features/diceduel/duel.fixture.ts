/** Whole dice duels for tests: views of rounds that were really drawn and signed, in any phase. */
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { cents as centsOf, usd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { DiceduelLock, DiceduelOutcome } from '@fairpot/fairness/games/diceduel';
import { itemsOf, makeProof } from '@fairpot/fairness/testing/rounds';

const NAMES = ['ann', 'bob'] as const;

function user(name: string): PublicUser {
  const rest = { avatar: '', level: 1, experience: 100, isFake: false, badge: null };
  return { id: `ply_${name}`, steamid: name, name, ...rest };
}

function staked(id: string, cents: number): StakedItem {
  const skin = { name: 'AK-47', itemName: 'Redline', itemType: 'Field-Tested', rarity: 'Classified', pips: 5 };
  const look = { id: 'ak', appId: 730, icon: '', iconBackground: '', colorHex: '#e667f0' };
  return { id, item: { ...skin, ...look, priceUsd: usd(centsOf(cents)) } };
}

/** A settled duel of ann ($10.00) and bob ($10.70). `seed` varies the secret, and so the winner. */
export function settledDuel(seed = 1): DiceduelGame {
  const proof = makeProof('diceduel', seed);
  const lock = proof.lock as DiceduelLock;
  const [first, second] = lock.entries;
  const { throws, winnerEntry } = proof.outcome as DiceduelOutcome;
  const items = itemsOf(lock);
  const of = (entry: number) => items.filter((item) => item.entry === entry).map(({ id, cents }) => staked(id, cents));
  return {
    id: proof.roundId,
    version: 3,
    phase: 'SETTLED',
    firstUser: user('ann'),
    firstItems: of(0),
    firstTotalUsd: usd(centsOf(first.cents)),
    secondUser: user('bob'),
    secondItems: of(1),
    secondTotalUsd: usd(centsOf(second.cents)),
    throws: throws.map(([one, other]) => [one, other]),
    winnerSeat: winnerEntry === 0 ? 1 : 2,
    timerSecondsLeft: null,
    deadlineAt: lock.lockedAt + 10_000,
    createdAt: lock.lockedAt - 60_000,
    settledAt: lock.lockedAt + 10_400,
    hash: proof.hash,
    secret: proof.secret,
    feeBps: lock.feeBps,
    feeItemIds: [...proof.payouts.feeItems],
    scripted: false,
    fair: {
      number: proof.number,
      lock: canon(lock),
      drandRound: proof.drand.round,
      drandSignature: proof.drand.signature,
      ticket: null,
      pseudonyms: Object.fromEntries(lock.entries.map(({ player }, at) => [`ply_${NAMES[at]}`, player])),
    },
  };
}

/** The same duel between lock and result. */
export function lockedDuel(seed = 1): DiceduelGame {
  const duel = settledDuel(seed);
  const hidden = { throws: null, winnerSeat: null, settledAt: null, secret: null, feeItemIds: [] };
  return { ...duel, ...hidden, version: 2, phase: 'COUNTDOWN', fair: { ...duel.fair, drandSignature: null } };
}

/** The same duel before the join. */
export function waitingDuel(seed = 1): DiceduelGame {
  const duel = lockedDuel(seed);
  const empty = { secondUser: null, secondItems: [], secondTotalUsd: 0, deadlineAt: null };
  return { ...duel, ...empty, version: 1, phase: 'WAITING', fair: { ...duel.fair, lock: null, drandRound: null } };
}
