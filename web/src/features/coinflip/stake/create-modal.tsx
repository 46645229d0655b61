/** Creates a game with site items: it opens immediately, and so does its view. */
import { createCoinflip } from '@fairpot/contract/coinflip/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { DEFAULT_MINBET, useSettings } from '../../../platform/page/settings.ts';
import { useSiteStake } from '../../../trade-kit/bets/use-stake.ts';
import { CreateForm } from './create-form.tsx';
import { showGame } from '../show-game.ts';
import { texts } from '../texts.ts';
import type { StakeAgain } from './stake-again.ts';

export function CreateModal({ again }: { readonly again?: StakeAgain }) {
  const settings = useSettings()?.coinflip;
  const minbet = settings ? centsFromUsd(settings.minbet) : DEFAULT_MINBET;
  const { window, run } = useSiteStake(createCoinflip, {
    again: again && { items: again.items, aboveCents: minbet },
    onPlaced: ({ gameId }) => showGame(gameId),
  });
  return (
    <CreateForm
      {...window}
      onCreate={(side) => run({ side })}
      button={texts.stake.createOn}
      {...(again && { firstSide: again.side })}
    />
  );
}
