/** Joins a game with site items, immediately. */
import { joinCoinflip } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { useSiteStake } from '../../../trade-kit/bets/use-stake.ts';
import { JoinForm, closeIfStarted, showJoined, WithGame } from './join-form.tsx';
import { texts } from '../texts.ts';

export function JoinModal({ gameId }: { readonly gameId: string }) {
  return <WithGame gameId={gameId}>{(game) => <Join game={game} />}</WithGame>;
}

function Join({ game }: { readonly game: CoinflipGame }) {
  const { window, run } = useSiteStake(joinCoinflip, {
    onPlaced: ({ gameId }) => showJoined(gameId),
    onRefused: closeIfStarted,
  });
  return (
    <JoinForm {...window} game={game} onJoin={(side) => run({ side, gameId: game.id })} button={texts.stake.joinOn} />
  );
}
