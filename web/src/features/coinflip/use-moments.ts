/**
 * The sounds and spoken words of one game, each once, at the moment it happens. Called by the game's view, and by the
 * rows of own games, so that a player who closed the view hears the result too; whoever is first tells it.
 * Moments that were over when the picture opened are silent: a late visitor sees the result at once and hears nothing.
 */
import { useEffect, useRef } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { formatUsd } from '@fairpot/contract/wire/money';
import { announce } from '../../platform/page/announcer.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { accountChanged } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { useSuspense } from '../../platform/calls/suspense.ts';
import { chancesOf } from './money-text.ts';
import { isOwn } from './order.ts';
import { prizeOf } from './prize.ts';
import { seatOf, sideText } from './side.ts';
import type { Stage } from './stage.ts';

/** Moments told already, by round and stage: two pictures of one game tell each once. */
const told = new Set<string>();

/** Locked and not landed yet: what the account says now would tell the result before the coin. */
function isUnderWay(stage: Stage): boolean {
  return stage === 'countdown' || stage === 'drawing' || stage === 'known' || stage === 'flipping';
}

function itemIdsOf({ firstItems, secondItems }: CoinflipGame): readonly string[] {
  return [...firstItems, ...secondItems].map(({ id }) => id);
}

/** `game` is veiled. Holds the account of who is in the game until the coin has landed. With `on` false nothing is told. */
export function useMoments(game: CoinflipGame, stage: Stage, me: string | null, on: boolean): void {
  useSuspense(game.id, isUnderWay(stage) && isOwn(game, me), itemIdsOf(game));
  const before = useRef<Stage | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = stage;
    if (!on || was === null || was === stage || told.has(`${game.id} ${stage}`)) return;
    told.add(`${game.id} ${stage}`);
    if (was === 'waiting' && stage === 'countdown') {
      playCue('bet');
      if (isOwn(game, me)) announce(`${startText(game, me)} Draw in 20 seconds`);
    }
    if (stage === 'landed' && game.winnerSide !== null) tellResult(game, me);
  }, [game, stage, me, on]);
}

function startText(game: CoinflipGame, me: string | null): string {
  const [first, second] = chancesOf(game);
  const mine = game.firstUser.id === me;
  const stake = formatUsd(prizeOf(game).stakeOf(mine ? game.firstSide : (game.secondSide ?? 2)));
  return `You are in. ${stake}, chance ${mine ? first : second} percent.`;
}

function tellResult(game: CoinflipGame, me: string | null): void {
  const { winnerSide } = game;
  if (winnerSide === null) return;
  const winner = seatOf(game, winnerSide)?.user;
  const { takesCents, stakeOf } = prizeOf(game);
  const own = isOwn(game, me);
  const won = winner?.id === me;
  playCue(own && !won ? 'lose' : 'win');
  if (!own) announce(`${sideText(winnerSide)} won. ${winner?.name ?? ''} takes ${formatUsd(takesCents)}`);
  else if (won) announce(`Coinflip: you won ${formatUsd(takesCents)}`, 'assertive');
  else announce(`${winner?.name ?? ''} won. You lost ${formatUsd(stakeOf(winnerSide === 1 ? 2 : 1))}`, 'assertive');
  if (!own) return;
  void refetchAll(siteInventory);
  accountChanged();
}
