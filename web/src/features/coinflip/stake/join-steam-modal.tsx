/** Joins a game with Steam items: a trade offer first, the join when the items have arrived, unless the seat is taken by then. */
import { joinCoinflipSteam } from '@fairpot/contract/coinflip/calls';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { useSteamStake } from '../../../trade-kit/bets/use-stake.ts';
import { WithOpenGame } from '../../../trade-kit/bets/with-open-game.tsx';
import type { SteamGame } from '../../../trade-kit/steam-items/steam-model.ts';
import { JoinForm, closeIfStarted, showJoined, WithGame } from './join-form.tsx';
import { texts } from '../texts.ts';

export function JoinSteamModal({ gameId }: { readonly gameId: string }) {
  return (
    <WithOpenGame>
      {(appId) => <WithGame gameId={gameId}>{(game) => <Join game={game} appId={appId} />}</WithGame>}
    </WithOpenGame>
  );
}

function Join({ game, appId }: { readonly game: CoinflipGame; readonly appId: SteamGame }) {
  const { window, run } = useSteamStake(joinCoinflipSteam, appId, {
    then: texts.stake.thenJoins,
    onPlaced: showJoined,
    onRefused: closeIfStarted,
  });
  return (
    <JoinForm
      {...window}
      game={game}
      onJoin={(side) => run({ side, gameId: game.id })}
      button={texts.stake.sendOffer}
      note={texts.stake.joinNote}
    />
  );
}
