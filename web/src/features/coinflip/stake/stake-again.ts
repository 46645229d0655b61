/** A stake to repeat: the window to create a game selects its items, or others of the same sum (`repeatStake`). */
import type { Side } from '@fairpot/contract/coinflip/schemas';
import type { StakedItem } from '@fairpot/contract/inventory/item.schemas';

export interface StakeAgain {
  readonly side: Side;
  readonly items: readonly StakedItem[];
}
