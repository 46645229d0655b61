import { describe, expect, test } from 'vitest';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { ownResultText } from '../../games-kit/own-result.ts';
import { battleOf, caseOf } from './battle.fixture.ts';
import { ownResultOf } from './own.ts';
import { seatsOf } from './seats.ts';
import { momentOf, timelineOf, veiled } from './stage.ts';

/** Every drop is worth as much as the case, so a winner gains exactly what the others paid. */
const FAIR = caseOf('fair', [1_000, 1_000]);
const pairs = battleOf({ type: 'TWO_VS_TWO', cases: [FAIR] }).battle;
const winners = (battle: typeof pairs) => seatsOf(battle).filter(({ team }) => team === battle.result?.winnerTeam);
const losers = (battle: typeof pairs) => seatsOf(battle).filter(({ team }) => team !== battle.result?.winnerTeam);

describe('the own result of a battle', () => {
  test('a winner of a team gets a share of the pot', () => {
    const own = winners(pairs).map(({ taken }) => ownResultOf(pairs, taken?.user.id ?? null));
    expect(own).toHaveLength(2);
    for (const result of own) expect(result && ownResultText(result)).toBe('You won $20.00 (+$10.00)');
  });

  test('both players of the other team lost their seats', () => {
    for (const { taken } of losers(pairs)) {
      const own = ownResultOf(pairs, taken?.user.id ?? null);
      expect(own && ownResultText(own)).toBe('You lost $10.00');
    }
  });

  test('a winner whose share is below the price of the seat did not win', () => {
    const { battle } = battleOf({ type: 'STANDARD_2', cases: [caseOf('poor', [100, 100])] });
    const [seat] = winners(battle);
    const own = ownResultOf(battle, seat?.taken?.user.id ?? null);
    expect(own).toMatchObject({ kind: 'lost', stakedCents: centsFromUsd(battle.priceUsd), wonCents: 200 });
    expect(own && ownResultText(own)).toBe('You got back $2.00 (-$8.00)');
  });

  test.each(['CANCELLED', 'VOIDED'] as const)('a battle that is %s returned the stake', (status) => {
    const { battle } = battleOf({ status });
    const own = ownResultOf(battle, seatsOf(battle)[0]?.taken?.user.id ?? null);
    expect(own && ownResultText(own)).toBe('Your stake was returned');
  });

  test('spectators have none, nor has a battle whose reels still turn', () => {
    expect(ownResultOf(pairs, null)).toBeNull();
    expect(ownResultOf(pairs, 'ply_nobody')).toBeNull();
    const timeline = timelineOf(pairs);
    const shown = veiled(pairs, momentOf(timeline, (timeline?.endsAt ?? 0) - 1));
    for (const { taken } of seatsOf(pairs)) expect(ownResultOf(shown, taken?.user.id ?? null)).toBeNull();
  });
});
