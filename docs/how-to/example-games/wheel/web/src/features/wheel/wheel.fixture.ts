/** Whole wheels for tests: views of rounds that were really drawn and signed, in any phase. */
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { cents as centsOf, centsFromUsd, sumCents, usd } from '@fairpot/contract/wire/money';
import { canon } from '@fairpot/fairness/encoding/canon';
import type { WheelLock, WheelOutcome } from '@fairpot/fairness/games/wheel';
import { itemsOf, makeProof } from '@fairpot/fairness/testing/rounds';

const NAMES = ['ann', 'bob', 'cyd', 'dee'];
const look = { id: 'ak', appId: 730, icon: '', iconBackground: '', colorHex: '#e667f0', pips: 5, rarity: 'Classified' };
const skin = { ...look, name: 'AK-47', itemName: 'Redline', itemType: 'Field-Tested' };

/** A settled wheel of four players. `seed` varies the secret, and so the winner. */
export function settledWheel(seed = 1): WheelGame {
  const proof = makeProof('wheel', seed);
  const lock = proof.lock as WheelLock;
  const { ticket, total, winnerEntry } = proof.outcome as WheelOutcome;
  const items = itemsOf(lock);
  return {
    id: proof.roundId,
    version: 5,
    phase: 'SETTLED',
    entries: lock.entries.map(({ cents }, at) => ({
      user: {
        id: `ply_${at}`,
        steamid: '',
        name: NAMES[at] ?? '',
        avatar: '',
        level: 1,
        experience: 100,
        isFake: false,
        badge: null,
      },
      items: items
        .filter(({ entry }) => entry === at)
        .map((item) => ({ id: item.id, item: { ...skin, priceUsd: usd(centsOf(item.cents)) } })),
      totalUsd: usd(centsOf(cents)),
    })),
    potUsd: usd(centsOf(total)),
    winner: winnerEntry,
    createdAt: lock.lockedAt - 60_000,
    settledAt: lock.lockedAt + 7_000,
    hash: proof.hash,
    secret: proof.secret,
    feeBps: lock.feeBps,
    feeItemIds: [...proof.payouts.feeItems],
    fair: {
      number: proof.number,
      lock: canon(lock),
      drandRound: proof.drand.round,
      drandSignature: proof.drand.signature,
      ticket,
      pseudonyms: Object.fromEntries(lock.entries.map(({ player }, at) => [`ply_${at}`, player])),
    },
  };
}

/** The same wheel between lock and result. */
export function lockedWheel(seed = 1): WheelGame {
  const wheel = settledWheel(seed);
  const hidden = { winner: null, settledAt: null, secret: null, feeItemIds: [] };
  const fair = { ...wheel.fair, drandSignature: null, ticket: null };
  return { ...wheel, ...hidden, version: 4, phase: 'SPINNING', fair };
}

/** The same wheel while a seat is free. */
export function waitingWheel(): WheelGame {
  const wheel = lockedWheel();
  const entries = wheel.entries.slice(0, 3);
  const potUsd = usd(sumCents(entries.map(({ totalUsd }) => centsFromUsd(totalUsd))));
  const fair = { ...wheel.fair, lock: null, drandRound: null, pseudonyms: {} };
  return { ...wheel, entries, potUsd, version: 3, phase: 'WAITING', fair };
}
