/**
 * Sounds and screen-reader announcements of one game, each once, at the moment it happens. Used by the game's view and by the
 * rows of own games, so that a player who closed the view hears the result too; the first of them announces it.
 * Moments that were over when the picture opened are silent: a late visitor sees the result at once and hears nothing.
 */
import { useEffect, useRef } from 'react';
import type { CoinflipGame } from '@fairpot/contract/coinflip/schemas';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { formatUsd } from '@fairpot/contract/wire/money';
import { ownResultText } from '../../games-kit/own-result.ts';
import { carryHome } from '../../games-kit/carry-home.ts';
import { announce } from '../../platform/page/announcer.ts';
import { useModal } from '../../platform/page/modal.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { accountChanged } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { toastNote, toastSuccess } from '../../platform/page/toasts.ts';
import { useSuspense } from '../../platform/calls/suspense.ts';
import { chancesOf } from './money-text.ts';
import { isOwn } from './order.ts';
import { ownResultOf, prizeOf } from './prize.ts';
import { gamePath } from './show-game.ts';
import { seatOf, sideText } from './side.ts';
import type { CoinflipStage } from './stage.ts';
import { texts } from './texts.ts';

/** Moments already announced, by round and stage, so that two pictures of one game announce each only once. */
const announced = new Set<string>();

/** Locked and not landed yet: an account update now would reveal the result before the coin does. */
function isUnderWay(stage: CoinflipStage): boolean {
  return stage === 'countdown' || stage === 'drawing' || stage === 'known' || stage === 'flipping';
}

function itemIdsOf({ firstItems, secondItems }: CoinflipGame): readonly string[] {
  return [...firstItems, ...secondItems].map(({ id }) => id);
}

/** `game` is veiled. Holds back account updates of its players until the coin has landed. Silent while `on` is false. */
export function useMoments(game: CoinflipGame, stage: CoinflipStage, me: string | null, on: boolean): void {
  useSuspense(game.id, isUnderWay(stage) && isOwn(game, me), itemIdsOf(game));
  const before = useRef<CoinflipStage | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = stage;
    if (!on || was === null || was === stage || announced.has(`${game.id} ${stage}`)) return;
    announced.add(`${game.id} ${stage}`);
    if (was === 'waiting' && stage === 'countdown') {
      playCue('bet');
      if (isOwn(game, me)) announce(startText(game, me));
    }
    if (stage === 'landed' && game.winnerSide !== null) announceResult(game, me);
  }, [game, stage, me, on]);
}

function startText(game: CoinflipGame, me: string | null): string {
  const [first, second] = chancesOf(game);
  const mine = game.firstUser.id === me;
  const stake = formatUsd(prizeOf(game).stakeOf(mine ? game.firstSide : (game.secondSide ?? 2)));
  return texts.spoken.joined(stake, mine ? first : second);
}

function announceResult(game: CoinflipGame, me: string | null): void {
  const { winnerSide } = game;
  if (winnerSide === null) return;
  const name = seatOf(game, winnerSide)?.user.name ?? '';
  const own = ownResultOf(game, me);
  if (own === null) {
    playCue('win');
    return announce(texts.spoken.result(sideText(winnerSide), name, formatUsd(prizeOf(game).takesCents)));
  }
  const gain = own.kind === 'won';
  playCue(gain ? 'win' : 'lose');
  const text = ownResultText(own);
  if (isViewed(game.id)) announce(texts.spoken.own(text, sideText(winnerSide), name), 'assertive');
  else if (gain) toastSuccess(text, { title: texts.page.title });
  else toastNote(text, { title: texts.page.title });
  void refetchAll(siteInventory);
  accountChanged();
  if (gain) carryHome('items');
}

/** Whether the game's own window or page is open. A player elsewhere gets the result as a toast, which is spoken too. */
function isViewed(gameId: string): boolean {
  const { open } = useModal.getState();
  if (open === null && window.location.pathname === gamePath(gameId)) return true;
  return open?.view === 'coinflip.view' && (open.props as { readonly gameId: string }).gameId === gameId;
}
