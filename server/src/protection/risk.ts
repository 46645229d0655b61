/**
 * Which signs of play a person should review (docs/assurance.md, RG15), as a pure function of sums by day and hour. They do not judge a
 * person; they say where to look. Night play is no sign here, because the player's time zone is unknown; play without a night is
 * one. Called by the sweep.
 */
import type { RiskSignal } from '@fairpot/contract/operations/risk/calls';

/** As protection_risk counts them: cents and whole numbers; lost is staked minus won. */
export interface RiskFigures {
  readonly lostWeek: number;
  /** Weekly average of the four weeks before; below 0 when more was won. */
  readonly lostBefore: number;
  readonly deposited: number;
  readonly depositHours: number;
  readonly lostDay: number;
  readonly playHours: number;
  readonly raised: number;
  readonly returned: number;
}

/** Below this a week's loss is no sign, however quiet the weeks before were. */
const LOSS_MIN_CENTS = 20_000;
const LOSS_TIMES = 3;
/** Deposits in this many different hours of a day, and half of them lost. */
const CHASING_HOURS = 3;
const LONG_HOURS = 16;
const RAISED_MIN = 2;

type RaisedRisk = { readonly signal: RiskSignal; readonly figures: Readonly<Record<string, number>> };

/** Each signal with the figures it is based on; sums in dollars. */
export function risksOf(of: RiskFigures): RaisedRisk[] {
  const { lostWeek, lostBefore, deposited, depositHours, lostDay, playHours, raised, returned } = of;
  const found: RaisedRisk[] = [];
  if (lostWeek >= LOSS_MIN_CENTS && lostWeek >= LOSS_TIMES * lostBefore)
    found.push({ signal: 'LOSSES_UP', figures: { lostWeekUsd: lostWeek / 100, weekBeforeUsd: lostBefore / 100 } });
  if (depositHours >= CHASING_HOURS && lostDay > 0 && lostDay * 2 >= deposited)
    found.push({
      signal: 'CHASING',
      figures: { depositedUsd: deposited / 100, hoursWithDeposits: depositHours, lostDayUsd: lostDay / 100 },
    });
  if (playHours >= LONG_HOURS) found.push({ signal: 'LONG_PLAY', figures: { hoursPlayed: playHours } });
  if (raised >= RAISED_MIN) found.push({ signal: 'LIMITS_RAISED', figures: { limitsLoosened: raised } });
  if (returned > 0 && playHours > 0)
    found.push({ signal: 'CAME_BACK', figures: { returns: returned, hoursPlayed: playHours } });
  return found;
}
