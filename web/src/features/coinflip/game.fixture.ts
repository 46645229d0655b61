/** Complete coinflips for tests: views of really drawn and signed rounds, in any phase. */
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import { cents as centsOf, usd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { CoinflipLock } from '@fairpot/fairness/games/coinflip';
import { itemsOf, makeProof, playerOf } from '@fairpot/fairness/testing/rounds';

export { TEST_CHAIN } from '@fairpot/fairness/testing/rounds';

function user(name: string): PublicUser {
  return {
    id: `ply_${name}`,
    steamid: name,
    name,
    avatar: '',
    level: 1,
    experience: 100,
    isFake: false,
    badge: null,
  };
}

function staked(id: string, cents: number): StakedItem {
  const skin = { name: 'AK-47', itemName: 'Redline', itemType: 'Field-Tested', rarity: 'Classified', pips: 5 };
  return {
    id,
    item: {
      ...skin,
      id: 'ak',
      appId: 730,
      icon: '',
      iconBackground: '',
      colorHex: '#e667f0',
      priceUsd: usd(centsOf(cents)),
    },
  };
}

/** Name of the player behind a pseudonym of the fixture. */
const nameOf = (pseudonym: string) => ['ann', 'bob'].find((name) => playerOf(name) === pseudonym) ?? pseudonym;

/** A settled game: ann staked $10.00 on blue, bob $10.70 on red. `seed` varies the secret and thus the winner. */
export function settledGame(seed = 1): CoinflipGame {
  const proof = makeProof('coinflip', seed);
  const lock = proof.lock as CoinflipLock;
  const [first, second] = lock.entries;
  const items = itemsOf(lock);
  const outcome = proof.outcome as { readonly ticket: number; readonly winnerSide: 1 | 2 };
  const of = (entry: number) => items.filter((item) => item.entry === entry).map(({ id, cents }) => staked(id, cents));
  return {
    id: proof.roundId,
    version: 3,
    phase: 'SETTLED',
    firstUser: user(nameOf(first.player)),
    firstSide: first.side,
    firstItems: of(0),
    firstTotalUsd: usd(centsOf(first.cents)),
    secondUser: user(nameOf(second.player)),
    secondSide: second.side,
    secondItems: of(1),
    secondTotalUsd: usd(centsOf(second.cents)),
    winnerSide: outcome.winnerSide,
    timerSecondsLeft: null,
    deadlineAt: lock.lockedAt + 20_000,
    createdAt: lock.lockedAt - 60_000,
    settledAt: lock.lockedAt + 20_400,
    hash: proof.hash,
    secret: proof.secret,
    feeBps: lock.feeBps,
    scripted: false,
    feeItemIds: [...proof.payouts.feeItems],
    fair: {
      number: proof.number,
      lock: canon(lock),
      drandRound: proof.drand.round,
      drandSignature: proof.drand.signature,
      ticket: outcome.ticket,
      pseudonyms: Object.fromEntries(lock.entries.map(({ player }) => [`ply_${nameOf(player)}`, player])),
    },
  };
}

/** The same game between lock and result. */
export function lockedGame(seed = 1): CoinflipGame {
  const game = settledGame(seed);
  return {
    ...game,
    version: 2,
    phase: 'COUNTDOWN',
    winnerSide: null,
    settledAt: null,
    secret: null,
    feeItemIds: [],
    fair: { ...game.fair, drandSignature: null, ticket: null },
  };
}

/** The same game while it waits for a second player. */
export function waitingGame(seed = 1): CoinflipGame {
  const game = lockedGame(seed);
  return {
    ...game,
    version: 1,
    phase: 'WAITING',
    secondUser: null,
    secondSide: null,
    secondItems: [],
    secondTotalUsd: 0,
    deadlineAt: null,
    fair: { ...game.fair, lock: null, drandRound: null },
  };
}
