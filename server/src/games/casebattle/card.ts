/** The card of a case battle. The result is in it when the replay is over. */
import { getCasebattle, type Casebattle } from '@fairpot/contract/casebattle/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { markedName, type CardSource, type RoundCard } from '../kit/round-card.ts';

export const casebattleCards: CardSource = {
  path: '/casebattles',
  read: async (execute, id) => cardOf(await execute(getCasebattle, null, { id })),
};

export function cardOf(battle: Casebattle): RoundCard {
  const result = battle.status === 'FINISHED' ? battle.result : null;
  const won = new Map(result?.shares.map(({ participantId, wonUsd }) => [participantId, centsFromUsd(wonUsd)]));
  const price = formatUsd(centsFromUsd(battle.priceUsd));
  const players = battle.teams.flatMap(({ participants }) =>
    participants.map(({ id, user }) => {
      const share = won.get(id);
      const isWinner = share !== undefined && share > 0;
      const { name, badge } = user;
      return { name, badge, sum: isWinner ? formatUsd(share) : price, won: result === null ? null : isWinner };
    }),
  );
  const winners = players.filter(({ won: isWinner }) => isWinner === true).map(markedName);
  const sum = result === null ? price : formatUsd(centsFromUsd(result.potUsd));
  return {
    title: `Case battle: ${players.map(markedName).join(' vs ')}`,
    text: result === null ? stateText(battle, price) : `${winners.join(' and ')} won ${sum}.`,
    sum,
    players,
    scripted: battle.scripted,
    version: `${battle.version}`,
    final: ['FINISHED', 'CANCELLED', 'VOIDED'].includes(battle.status),
  };
}

function stateText({ status, cases }: Casebattle, price: string): string {
  const what = `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}, ${price} a spot`;
  if (status === 'PENDING') return `${what}. Spots are free.`;
  if (status === 'CANCELLED') return 'Cancelled. The price was returned.';
  return status === 'VOIDED' ? 'Voided. The price was returned.' : `${what}. The battle is running.`;
}
