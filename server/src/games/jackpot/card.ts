/** The card of a jackpot round. The result is in it when the pointer has landed on every screen. */
import { getJackpotRound, type JackpotRound } from '@fairpot/contract/jackpot/schemas';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { centsFromUsd, formatUsd, sumCents, type Cents } from '@fairpot/contract/wire/money';
import { markedName, type CardSource, type RoundCard } from '../kit/round-card.ts';

/** More than the longest animation after a settlement. */
const MARGIN_MS = 1_000;
const MAX_PLAYERS = 6;

export const jackpotCards: CardSource = {
  path: '/jackpot',
  read: async (execute, id, now) => cardOf(await execute(getJackpotRound, null, { id }), now),
};

export function cardOf(round: JackpotRound, now: number): RoundCard {
  const shownAt = (round.settledAt ?? Infinity) + RESULTS_VISIBLE_AFTER_MS.jackpot + MARGIN_MS;
  const winner = now >= shownAt ? (round.result?.user ?? null) : null;
  const pot = formatUsd(centsFromUsd(round.value));
  return {
    title: `Jackpot: round ${round.fair.number}`,
    text: winner ? `${markedName(winner)} won a pot of ${pot}.` : stateText(round, pot),
    sum: pot,
    players: largestShares(round, winner?.id ?? null).map(({ id, name, badge, staked }) => ({
      name,
      badge,
      sum: formatUsd(staked),
      won: winner === null ? null : id === winner.id,
    })),
    scripted: round.scripted,
    version: `${round.version}${winner === null ? '' : 'w'}`,
    final: round.phase === 'VOIDED' || winner !== null,
  };
}

interface Share extends Pick<PublicUser, 'id' | 'name' | 'badge'> {
  readonly staked: Cents;
}

/** The largest shares, and the winner among them. */
function largestShares({ entries }: JackpotRound, winnerId: string | null): readonly Share[] {
  const shares = new Map<string, Share>();
  for (const { user, totalUsd } of entries) {
    const staked = sumCents([shares.get(user.id)?.staked ?? centsFromUsd(0), centsFromUsd(totalUsd)]);
    shares.set(user.id, { id: user.id, name: user.name, badge: user.badge, staked });
  }
  const ranked = [...shares.values()].sort((a, b) => b.staked - a.staked);
  const shown = ranked.slice(0, MAX_PLAYERS);
  const winner = ranked.slice(MAX_PLAYERS).find(({ id }) => id === winnerId);
  return winner ? [...shown.slice(0, -1), winner] : shown;
}

function stateText({ phase, entries }: JackpotRound, pot: string): string {
  if (phase === 'VOIDED') return 'Voided. The stakes were returned.';
  if (phase === 'FINISHING' || phase === 'SETTLED') return `A pot of ${pot} is being drawn.`;
  return entries.length === 0 ? 'The pot is empty. Anyone can join.' : `The pot is ${pot}. Anyone can join.`;
}
