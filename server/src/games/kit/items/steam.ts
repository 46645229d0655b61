/**
 * A bet from Steam, for any game whose stakes are items: ordered as a trade now, staked as any other items are when they have come.
 * It is decided by the very rule that decides the stake, on the chosen assets as if they were site items; nothing is reserved
 * meanwhile, and the stake is decided again when it is placed (decision 0025). Called by the games' commands.
 */
import type { Command } from '@fairpot/contract/schemas/call';
import type { Ordered } from '@fairpot/contract/trades';
import type { Deps } from '../../../platform/process/deps.ts';
import type { AtomicHandler } from '../../../platform/runner/feature.ts';
import { orderBet } from '../../../trades/front.ts';
import type { Done } from '../decide-and-write.ts';
import type { Desk } from './desk.ts';
import type { ItemGame } from './item-game.ts';
import type { Decided } from './stake.ts';
import type { Asked, Loaded } from './store.ts';

/** The call that is to be made with the site items, and its input without them. */
export interface FollowUp {
  readonly call: Command;
  readonly input: object;
}

/** `asked.ids` are asset ids here. `followUp`: of the decision, which says the round that is meant. */
export async function betFromSteam<Live, A extends Asked, D extends Decided>(
  { deps, game, desk }: { readonly deps: Deps; readonly game: ItemGame; readonly desk: Desk<Live> },
  ctx: Parameters<AtomicHandler<Command>>[0],
  asked: A,
  decide: (loaded: Loaded<Live>, asked: A, now: number) => D,
  followUp: (decided: D) => FollowUp,
): Promise<Done<Ordered>> {
  const loaded = await desk.load({ ...asked, ids: [] });
  return orderBet(deps, ctx, asked.ids, (available) => {
    const decided = decide({ ...loaded, available }, asked, ctx.now);
    const roundId = decided.kind === 'open' ? null : decided.round.id;
    return { game: game.game, roundId, ...followUp(decided) };
  });
}
