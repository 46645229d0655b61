/** Complete jackpot rounds for tests: views of really drawn and signed rounds, in any phase. */
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { JackpotEntryView, JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { cents as centsOf, usd } from '@fairpot/contract/wire/money';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { canon } from '@fairpot/fairness/encoding/canon';
import { percentOf } from '@fairpot/fairness/games/chance';
import type { JackpotLock } from '@fairpot/fairness/games/jackpot';
import { itemsOf, makeProof, playerOf } from '@fairpot/fairness/testing/rounds';

export { TEST_CHAIN } from '@fairpot/fairness/testing/rounds';

export function player(name: string): PublicUser {
  const id = `ply_${name}`;
  return { id, steamid: name, name, avatar: '', level: 1, experience: 100, isFake: false, badge: null };
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

/** Entries from stakes in cents, in order, each of one item. */
export function entriesOf(stakes: readonly (readonly [name: string, cents: number])[]): JackpotEntryView[] {
  let from = 0;
  return stakes.map(([name, cents], at) => {
    const entry = {
      no: at + 1,
      user: player(name),
      pseudonym: playerOf(name),
      items: [staked(`itm_${at}`, cents)],
      totalUsd: usd(centsOf(cents)),
      from,
      to: from + cents,
      at,
    };
    from += cents;
    return entry;
  });
}

/** Name of the player behind a pseudonym of the fixture. */
const nameOf = (pseudonym: string) => ['ann', 'bob', 'cyd'].find((name) => playerOf(name) === pseudonym) ?? pseudonym;

/** A settled round: ann $10.00 and $0.01, bob $0.70, cyd $23.45. `seed` varies the secret and thus the winner. */
export function settledRound(seed = 1): JackpotRound {
  const proof = makeProof('jackpot', seed);
  const lock = proof.lock as JackpotLock;
  const items = itemsOf(lock);
  const entries = entriesOf(lock.entries.map(({ player: pseudonym, cents }) => [nameOf(pseudonym), cents])).map(
    (entry, at) => ({
      ...entry,
      items: items.filter((item) => item.entry === at).map(({ id, cents }) => staked(id, cents)),
    }),
  );
  const outcome = proof.outcome as { readonly ticket: number; readonly winnerEntry: number; readonly total: number };
  const winner = entries[outcome.winnerEntry];
  if (!winner) throw new Error('a draw without a winner');
  const { feeCents, potCents, feeItems } = proof.payouts;
  const own = entries
    .filter(({ user }) => user.id === winner.user.id)
    .reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    id: proof.roundId,
    version: entries.length + 3,
    phase: 'SETTLED',
    value: usd(centsOf(potCents)),
    entries,
    openedAt: lock.lockedAt - 90_000,
    deadlineAt: lock.lockedAt,
    finishedAt: lock.lockedAt,
    settledAt: lock.lockedAt + 16_000,
    hash: proof.hash,
    secret: proof.secret,
    feeBps: lock.feeBps,
    scripted: false,
    result: {
      ticket: outcome.ticket,
      entryNo: winner.no,
      user: winner.user,
      wonUsd: usd(centsOf(potCents - feeCents)),
      feeUsd: usd(centsOf(feeCents)),
      feeItemIds: [...feeItems],
      chanceBps: Number(percentOf(own, potCents).replace('.', '')),
    },
    fair: {
      number: proof.number,
      lock: canon(lock),
      drandRound: proof.drand.round,
      drandSignature: proof.drand.signature,
      ticket: outcome.ticket,
      pseudonyms: Object.fromEntries(entries.map(({ user, pseudonym }) => [user.id, pseudonym])),
    },
  };
}

/** The same round between lock and result. */
export function lockedRound(seed = 1): JackpotRound {
  const round = settledRound(seed);
  const fair = { ...round.fair, drandSignature: null, ticket: null };
  return {
    ...round,
    version: round.version - 1,
    phase: 'FINISHING',
    settledAt: null,
    secret: null,
    result: null,
    fair,
  };
}

/** The same round during the countdown. */
export function openRound(seed = 1): JackpotRound {
  const round = lockedRound(seed);
  const fair = { ...round.fair, lock: null, drandRound: null };
  return { ...round, version: round.version - 1, phase: 'COUNTDOWN', finishedAt: null, fair };
}
