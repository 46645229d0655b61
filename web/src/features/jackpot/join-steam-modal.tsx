/** Joins the pot with Steam items: a trade offer first, the entry when the items have arrived. */
import { joinJackpotSteam } from '@fairpot/contract/jackpot/calls';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { useSteamStake } from '../../trade-kit/bets/use-stake.ts';
import { WithOpenGame } from '../../trade-kit/bets/with-open-game.tsx';
import type { SteamGame } from '../../trade-kit/steam-items/steam-model.ts';
import { closeJoined, JoinForm, refetchIfOver, WithPot } from './join-form.tsx';
import { texts } from './texts.ts';

export function JoinSteamModal() {
  return <WithOpenGame>{(appId) => <WithPot>{(state) => <Join state={state} appId={appId} />}</WithPot>}</WithOpenGame>;
}

function Join({ state, appId }: { readonly state: JackpotState; readonly appId: SteamGame }) {
  const { window, run } = useSteamStake(joinJackpotSteam, appId, {
    then: texts.join.then,
    onPlaced: closeJoined,
    onRefused: refetchIfOver,
  });
  return (
    <JoinForm
      {...window}
      state={state}
      onJoin={() => run({})}
      button={texts.join.sendOffer}
      note={texts.join.steamNote}
    />
  );
}
