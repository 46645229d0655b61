/** The window that creates a coinflip with Steam items. The site sends a trade offer; the coinflip opens when the items arrive. */
import { createCoinflipSteam } from '@fairpot/contract/coinflip/calls';
import { useSteamStake } from '../../../trade-kit/bets/use-stake.ts';
import { WithOpenGame } from '../../../trade-kit/bets/with-open-game.tsx';
import type { SteamGame } from '../../../trade-kit/steam-items/steam-model.ts';
import { CreateForm } from './create-form.tsx';
import { showGame } from '../show-game.ts';
import { texts } from '../texts.ts';

export function CreateSteamModal() {
  return <WithOpenGame>{(appId) => <Create appId={appId} />}</WithOpenGame>;
}

function Create({ appId }: { readonly appId: SteamGame }) {
  const options = { then: texts.stake.thenOpens, onPlaced: showGame };
  const { window, run } = useSteamStake(createCoinflipSteam, appId, options);
  return (
    <CreateForm
      {...window}
      onCreate={(side) => run({ side })}
      button={texts.stake.sendOffer}
      note={texts.stake.createNote}
    />
  );
}
