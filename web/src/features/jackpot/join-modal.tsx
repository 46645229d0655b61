/** Joins the pot with site items, immediately. */
import { joinJackpot } from '@fairpot/contract/jackpot/calls';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useSiteStake } from '../../trade-kit/bets/use-stake.ts';
import { closeJoined, JoinForm, refetchIfOver, WithPot } from './join-form.tsx';
import { texts } from './texts.ts';

export interface JoinModalProps {
  /** The stake to repeat. */
  readonly again?: readonly StakedItem[];
}

export function JoinModal({ again }: JoinModalProps) {
  return <WithPot>{(state) => <Join state={state} {...(again && { again })} />}</WithPot>;
}

function Join({ state, again }: JoinModalProps & { readonly state: JackpotState }) {
  const { window, run } = useSiteStake(joinJackpot, {
    again: again && { items: again, aboveCents: centsFromUsd(state.minbet) },
    onPlaced: closeJoined,
    onRefused: refetchIfOver,
  });
  return <JoinForm {...window} state={state} onJoin={() => run({})} button={texts.join.button} />;
}
