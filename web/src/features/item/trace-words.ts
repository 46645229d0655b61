/** Chooses the texts of an item's movements and of its place. Pure. */
import { GAMES } from '@fairpot/contract/games/games';
import type { ItemTrace, TraceStep } from '@fairpot/contract/operations/trace/schemas';
import { texts } from './texts.ts';

/** The fields of a step that its title needs. */
type StepSummary = Pick<TraceStep, 'code' | 'to' | 'order' | 'round'>;

/** 'Coinflip #12', as the game names its rounds; 'a round' if the site no longer has it. */
export function roundName(round: TraceStep['round']): string {
  if (round === null) return texts.round.unknown;
  const game = GAMES.find((each) => each.game === round.game);
  return texts.round.name(game?.one ?? texts.round.game, round.number);
}

export function stepTitle(step: StepSummary): string {
  const { moves } = texts;
  const isDeposit = step.order?.kind === 'DEPOSIT';
  switch (step.code) {
    case 'MINT':
      if (isDeposit) return moves.deposited;
      return step.to.kind === 'house' ? moves.stocked : moves.added;
    case 'STAKE':
      return moves.staked(roundName(step.round));
    case 'RETURN':
      return moves.returned(roundName(step.round));
    case 'WIN':
      return moves.won(roundName(step.round));
    case 'FEE':
      return moves.fee(roundName(step.round));
    case 'SELL':
      return moves.bought;
    case 'TRADE_HOLD':
      return isDeposit ? moves.depositHeld : moves.withdrawalHeld;
    case 'TRADE_RELEASE':
      return isDeposit ? moves.depositReleased : moves.withdrawalReturned;
    case 'TRADE_LEAVE':
      return isDeposit ? moves.depositReversed : moves.withdrawn;
    case 'TRADE_SELL':
      return moves.sold;
  }
}

/** Where the item is. `until` formats the end of the trade protection. */
export function placeTitle(now: ItemTrace['now'], isMine: boolean, until: (at: number) => string): string {
  if (now.place === 'AVAILABLE' && isMine) return texts.ownPlaces.site;
  if (now.place === 'WITHDRAWN' && now.protectedUntil !== null) return texts.ownPlaces.steam;
  if (now.place === 'WAITS' && now.protectedUntil !== null) return texts.ownPlaces.reserved(until(now.protectedUntil));
  return texts.places[now.place];
}

export function placeMeaning(now: ItemTrace['now'], until: (at: number) => string): string {
  const { meanings } = texts;
  switch (now.place) {
    case 'AVAILABLE':
      return meanings.available;
    case 'STAKED':
      return meanings.staked;
    case 'WAITS':
      return now.protectedUntil === null ? meanings.reserved : meanings.reservedUntil;
    case 'WITHDRAWN':
      return now.protectedUntil === null ? meanings.withdrawn : meanings.withdrawnUntil(until(now.protectedUntil));
    case 'HOUSE':
      return meanings.house;
    case 'GONE':
      return meanings.gone;
  }
}
