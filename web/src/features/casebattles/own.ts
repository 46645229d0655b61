/** What a battle paid the player who reads it. Used by its page and the announcements. Pure. */
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { ownResult, returnedStake } from '../../games-kit/own-result.ts';
import type { OwnResult } from '../../games-kit/own-result.ts';
import { ownSeat } from './seats.ts';

/** What the battle paid this user; null for spectators and while the view shows no result. `battle` is veiled. */
export function ownResultOf(battle: Casebattle, me: string | null): OwnResult | null {
  const own = ownSeat(battle, me);
  if (own === null) return null;
  const stakedCents = centsFromUsd(battle.priceUsd);
  if (battle.status === 'CANCELLED' || battle.status === 'VOIDED') return returnedStake(stakedCents);
  if (battle.result === null) return null;
  const share = battle.result.shares.find(({ participantId }) => participantId === own.taken?.id);
  return ownResult({ stakedCents, wonCents: centsFromUsd(share?.wonUsd ?? 0) });
}
