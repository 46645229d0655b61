/**
 * Sounds and screen-reader announcements of a round, each once, at the moment it happens. Used by the page.
 *
 * Moments that were over when the page opened are silent: a late visitor sees the result at once and hears nothing.
 */
import { useEffect, useRef } from 'react';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { jackpotHistory } from '@fairpot/contract/jackpot/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { carryHome } from '../../games-kit/carry-home.ts';
import { ownResultText } from '../../games-kit/own-result.ts';
import { announce } from '../../platform/page/announcer.ts';
import { serverNow } from '../../platform/live/clock.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { accountChanged } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { chanceText, ownResultOf, potOf, stakeOf } from './shares.ts';
import type { JackpotStage } from './stage.ts';
import { texts } from './texts.ts';

interface LastSeen {
  readonly id: string;
  readonly stage: JackpotStage;
  readonly entries: number;
}

/** `round` is veiled: it holds no result until the pointer has landed. */
export function useMoments(round: JackpotRound | null, stage: JackpotStage | null, me: string | null): void {
  const before = useRef<LastSeen | null>(null);
  useEffect(() => {
    if (round === null || stage === null) return;
    const was = before.current;
    before.current = { id: round.id, stage, entries: round.entries.length };
    if (was === null || was.id !== round.id) return;
    if (round.entries.length > was.entries) announceEntries(round, was.entries, me);
    if (stage === was.stage) return;
    if (stage === 'countdown') playCue('start');
    if (stage === 'landed') announceResult(round, me);
    if (stage === 'voided') announceVoid(round, me);
  }, [round, stage, me]);
}

function announceEntries(round: JackpotRound, known: number, me: string | null): void {
  playCue('bet');
  const own = round.entries.slice(known).filter(({ user }) => user.id === me);
  if (me === null || own.length === 0) return;
  const total = stakeOf(round, me);
  const draw =
    round.deadlineAt === null
      ? texts.spoken.drawWaits
      : texts.spoken.drawIn(Math.max(0, Math.ceil((round.deadlineAt - serverNow()) / 1_000)));
  announce(texts.spoken.joined(formatUsd(total), chanceText(total, potOf(round)), draw));
}

function announceResult(round: JackpotRound, me: string | null): void {
  void refetchAll(jackpotHistory);
  const { result } = round;
  if (result === null) return;
  const own = ownResultOf(round, me);
  playCue(own === null || own.kind === 'won' ? 'win' : 'lose');
  if (own === null) announce(texts.spoken.result(result.user.name, formatUsd(centsFromUsd(result.wonUsd))));
  else announce(texts.spoken.own(ownResultText(own), result.user.name), 'assertive');
  if (own !== null) refreshOwn();
  if (own?.kind === 'won') carryHome('items');
}

function announceVoid(round: JackpotRound, me: string | null): void {
  const own = ownResultOf(round, me);
  if (own !== null) announce(ownResultText(own), 'assertive');
  refreshOwn();
}

function refreshOwn(): void {
  void refetchAll(siteInventory);
  accountChanged();
}
