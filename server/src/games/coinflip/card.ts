/** The card of a coinflip. The result is in it when the coin has landed on every screen. */
import { getCoinflip, type CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { centsFromUsd, formatUsd, sumCents } from '@fairpot/contract/wire/money';
import { markedName, type CardSource, type RoundCard } from '../kit/round-card.ts';

/** More than the longest animation after a settlement. */
const MARGIN_MS = 1_000;

export const coinflipCards: CardSource = {
  path: '/coinflip',
  read: async (execute, id, now) => cardOf(await execute(getCoinflip, null, { id }), now),
};

export function cardOf(game: CoinflipGame, now: number): RoundCard {
  const shownAt = Math.max(game.settledAt ?? Infinity, game.deadlineAt ?? 0) + RESULTS_VISIBLE_AFTER_MS.coinflip;
  const winnerSide = now >= shownAt + MARGIN_MS ? game.winnerSide : null;
  const { firstUser, secondUser } = game;
  const stakes = [centsFromUsd(game.firstTotalUsd), ...(secondUser ? [centsFromUsd(game.secondTotalUsd)] : [])];
  const wonBy = (side: number | null) => (winnerSide === null ? null : side === winnerSide);
  const pot = formatUsd(sumCents(stakes));
  const [first, second] = stakes.map((stake) => formatUsd(stake));
  const players = [
    { name: firstUser.name, badge: firstUser.badge, sum: first ?? '', won: wonBy(game.firstSide) },
    ...(secondUser
      ? [{ name: secondUser.name, badge: secondUser.badge, sum: second ?? '', won: wonBy(game.secondSide) }]
      : []),
  ];
  const winner = players.find(({ won }) => won === true);
  const isOver = game.phase === 'CANCELLED' || game.phase === 'VOIDED';
  return {
    title: `Coinflip: ${players.map(markedName).join(' vs ')}`,
    text: winner ? `${markedName(winner)} won a pot of ${pot}.` : stateText(game, pot),
    sum: pot,
    players,
    scripted: game.scripted,
    version: `${game.version}${winnerSide ?? ''}`,
    final: isOver || winner !== undefined,
  };
}

function stateText({ phase }: CoinflipGame, pot: string): string {
  if (phase === 'WAITING') return `${pot} is staked. A second player can join.`;
  if (phase === 'CANCELLED') return 'Cancelled. The stake was returned.';
  if (phase === 'VOIDED') return 'Voided. The stakes were returned.';
  return `A pot of ${pot} is being played.`;
}
