/** What each movement of an item is called, and where the item is, in plain words. Pure; called by the item's page. */
import { GAMES } from '@fairpot/contract/games/games';
import type { ItemTrace, TraceStep } from '@fairpot/contract/operations/trace/schemas';

/** Asked of a step: only what its words need. */
type Told = Pick<TraceStep, 'code' | 'to' | 'order' | 'round'>;

/** 'Coinflip #12', as the game calls one of its rounds; 'a round' when the site no longer has it. */
export function roundName(round: TraceStep['round']): string {
  if (round === null) return 'a round';
  const game = GAMES.find((each) => each.game === round.game);
  return `${game?.one ?? 'Round'} #${round.number}`;
}

/** A short name for what happened. */
export function stepTitle(step: Told): string {
  const isDeposit = step.order?.kind === 'DEPOSIT';
  switch (step.code) {
    case 'MINT':
      if (isDeposit) return 'Came in by a Steam trade';
      return step.to.kind === 'house' ? 'Came into the site’s stock' : 'Put into a site inventory';
    case 'STAKE':
      return `Staked in ${roundName(step.round)}`;
    case 'RETURN':
      return `Back from ${roundName(step.round)}`;
    case 'WIN':
      return `Won in ${roundName(step.round)}`;
    case 'FEE':
      return `Taken as the fee of ${roundName(step.round)}`;
    case 'SELL':
      return 'Bought in the marketplace';
    case 'TRADE_HOLD':
      return isDeposit ? 'Reserved until the trade is final' : 'Set aside for a withdrawal';
    case 'TRADE_RELEASE':
      return isDeposit ? 'The trade is final: free to use' : 'Given back: the withdrawal did not happen';
    case 'TRADE_LEAVE':
      return isDeposit ? 'Went back: the deposit was taken back at Steam' : 'Went out to Steam';
    case 'TRADE_SELL':
      return 'Paid out as balance: the house has it';
  }
}

const PLACES: Readonly<Record<ItemTrace['now']['place'], string>> = {
  AVAILABLE: 'In a site inventory',
  STAKED: 'At stake in a round',
  WAITS: 'Waits for a trade with Steam',
  WITHDRAWN: 'At Steam: it has left the site',
  HOUSE: 'With the house',
  GONE: 'No longer yours',
};

/** Where the item is. `until`: the end of the protection, as a person reads it. */
export function placeTitle(now: ItemTrace['now'], isMine: boolean, until: (at: number) => string): string {
  if (now.place === 'AVAILABLE' && isMine) return 'In your site inventory';
  if (now.place === 'WITHDRAWN' && now.protectedUntil !== null) return 'In your Steam inventory';
  if (now.place === 'WAITS' && now.protectedUntil !== null) return `Reserved until ${until(now.protectedUntil)}`;
  return PLACES[now.place];
}

/** What that means. */
export function placeMeaning(now: ItemTrace['now'], until: (at: number) => string): string {
  switch (now.place) {
    case 'AVAILABLE':
      return 'It can be staked, and taken out on the withdraw page.';
    case 'STAKED':
      return 'Its round decides where it goes. A round that ends without a result gives it back.';
    case 'WAITS':
      return now.protectedUntil === null
        ? 'It is set aside until the trade is made, or ends without one and gives it back.'
        : 'Steam lets its trade be taken back until then. After that it is free to use, by itself.';
    case 'WITHDRAWN':
      return now.protectedUntil === null
        ? 'Its real asset went out by the trade that is told here.'
        : `Steam protects the trade until ${until(now.protectedUntil)}; then it is final.`;
    case 'HOUSE':
      return 'It belongs to the site.';
    case 'GONE':
      return 'What became of it afterwards is for its next owner to know.';
  }
}
