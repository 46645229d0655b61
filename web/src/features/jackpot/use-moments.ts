/**
 * Sounds and screen-reader announcements of a round, each once, at the moment it happens. Used by the page.
 *
 * Moments that were over when the page opened are silent: a late visitor sees the result at once and hears nothing.
 */
import { useEffect, useRef } from 'react';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { jackpotHistory } from '@fairpot/contract/jackpot/calls';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { announce } from '../../platform/page/announcer.ts';
import { serverNow } from '../../platform/live/clock.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { accountChanged } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { chanceText, potOf } from './shares.ts';
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
    if (stage === 'voided') refreshOwn();
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
  announce(texts.spoken.joined(formatUsd(cents(total)), chanceText(total, potOf(round)), draw));
}

function announceResult(round: JackpotRound, me: string | null): void {
  void refetchAll(jackpotHistory);
  const { result } = round;
  if (result === null) return;
  const stake = me === null ? 0 : stakeOf(round, me);
  const won = result.user.id === me;
  const sum = formatUsd(centsFromUsd(result.wonUsd));
  playCue(stake > 0 && !won ? 'lose' : 'win');
  if (stake === 0) announce(texts.spoken.result(result.user.name, sum));
  else if (won) announce(texts.spoken.youWon(round.fair.number, sum), 'assertive');
  else announce(texts.spoken.youLost(result.user.name, formatUsd(cents(stake))), 'assertive');
  if (stake > 0) refreshOwn();
}

function refreshOwn(): void {
  void refetchAll(siteInventory);
  accountChanged();
}

function stakeOf(round: JackpotRound, userId: string): number {
  return round.entries.reduce((sum, { user, from, to }) => (user.id === userId ? sum + to - from : sum), 0);
}
