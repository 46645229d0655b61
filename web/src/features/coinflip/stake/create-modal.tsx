/** Creates a game with site items: it opens immediately, and so does its view. */
import { createCoinflip } from '@fairpot/contract/coinflip/calls';
import { MissingItems } from '../../../games-kit/inventory/missing-items.tsx';
import { useSiteStake } from '../../../trade-kit/bets/use-stake.ts';
import { CreateForm } from './create-form.tsx';
import { showGame } from '../show-game.ts';
import { texts } from '../texts.ts';
import type { StakeAgain } from './stake-again.ts';

export function CreateModal({ again }: { readonly again?: StakeAgain }) {
  const { window, run } = useSiteStake(createCoinflip, {
    selected: again?.items.map(({ id }) => id),
    onPlaced: ({ gameId }) => showGame(gameId),
  });
  return (
    <CreateForm
      {...window}
      onCreate={(side) => run({ side })}
      button={texts.stake.createOn}
      {...(again && { firstSide: again.side })}
      missing={again && <MissingItems items={again.items} picker={window.picker} />}
    />
  );
}
