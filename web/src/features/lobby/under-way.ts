/** The game to show as under way: one that is being played, else one that waits for a player. Pure. */
import type { Casebattle } from '@fairpot/contract/casebattle/schemas';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { cents, centsFromUsd, type Cents } from '@fairpot/contract/wire/money';

export interface UnderWay {
  readonly game: 'coinflip' | 'casebattle';
  readonly path: string;
  readonly player: CoinflipGame['firstUser'];
  readonly isPlaying: boolean;
  /** Staked in all, or the price of a spot. */
  readonly cents: Cents;
  readonly freeSpots: number;
}

/** Scripted rounds make no claim, so the first page leaves them out. Of several, the largest; a game that is being played first. */
export function pickUnderWay(coinflips: readonly CoinflipGame[], battles: readonly Casebattle[]): UnderWay | null {
  const found = [...coinflips.flatMap(ofCoinflip), ...battles.flatMap(ofBattle)];
  found.sort((a, b) => Number(b.isPlaying) - Number(a.isPlaying) || b.cents - a.cents);
  return found[0] ?? null;
}

function ofCoinflip({ id, phase, firstUser, firstTotalUsd, secondTotalUsd, scripted }: CoinflipGame): UnderWay[] {
  if (scripted || (phase !== 'WAITING' && phase !== 'COUNTDOWN')) return [];
  return [
    {
      game: 'coinflip',
      path: `/coinflip/${id}`,
      player: firstUser,
      isPlaying: phase === 'COUNTDOWN',
      cents: cents(centsFromUsd(firstTotalUsd) + centsFromUsd(secondTotalUsd)),
      freeSpots: phase === 'WAITING' ? 1 : 0,
    },
  ];
}

function ofBattle(battle: Casebattle): UnderWay[] {
  const { id, status, scripted, priceUsd, teams, teamsParticipantsCount } = battle;
  const seated = teams.flatMap(({ participants }) => participants);
  const [first] = seated;
  if (scripted || !first || (status !== 'PENDING' && status !== 'STARTED')) return [];
  return [
    {
      game: 'casebattle',
      path: `/casebattles/${id}`,
      player: first.user,
      isPlaying: status === 'STARTED',
      cents: centsFromUsd(priceUsd),
      freeSpots: teams.length * teamsParticipantsCount - seated.length,
    },
  ];
}
