/** When a circuit breaker trips: pure, from sums by hour. Sums are cents, times hours since 1970 (UTC). */
import type { BreakerSettings } from './settings.ts';

/** Value that left and arrived by a way in one hour. */
export interface Flow {
  readonly hour: number;
  readonly outCents: number;
  readonly inCents: number;
}

/** Figures as staff see them: sums in dollars, by name. */
export type Figures = Readonly<Record<string, number>>;

const DAY_HOURS = 24;
/** Further back than this the flows of an item type are not its usual any more. */
export const USUAL_HOURS = 7 * DAY_HOURS;
/** A type's deposits of a day are a jump at this multiple of an average day before. */
const JUMP_TIMES = 5;
/** Fewer types than this are no share to judge sources by. */
const MIN_TYPES = 20;

function net(flows: readonly Flow[], since: number): number {
  return flows.filter(({ hour }) => hour > since).reduce((sum, flow) => sum + flow.outCents - flow.inCents, 0);
}

/** The net outflow of a way over its limits in this hour or the last 24; null within them. */
export function outflowOver(
  flows: readonly Flow[],
  hour: number,
  way: string,
  settings: BreakerSettings,
): Figures | null {
  const kind = way === 'items' ? 'items' : 'coin';
  const [hourMost, dayMost] = [settings[`breaker.${kind}HourCents`], settings[`breaker.${kind}DayCents`]];
  // This hour and the one before, so that an attack across the full hour is one.
  const hourNet = net(flows, hour - 2);
  const dayNet = net(flows, hour - DAY_HOURS);
  if (hourNet <= hourMost && dayNet <= dayMost) return null;
  return {
    hourOutUsd: hourNet / 100,
    hourLimitUsd: hourMost / 100,
    dayOutUsd: dayNet / 100,
    dayLimitUsd: dayMost / 100,
  };
}

/** Deposits of an item type in the last 24 hours that are over the limit and five times its usual; null otherwise. */
export function depositsJumped(flows: readonly Flow[], hour: number, settings: BreakerSettings): Figures | null {
  const limit = settings['breaker.typeDayCents'];
  const arrived = (some: readonly Flow[]) => some.reduce((sum, { inCents }) => sum + inCents, 0);
  const day = arrived(flows.filter((flow) => flow.hour > hour - DAY_HOURS));
  const before = arrived(flows.filter((flow) => flow.hour <= hour - DAY_HOURS && flow.hour > hour - USUAL_HOURS));
  const usual = before / (USUAL_HOURS / DAY_HOURS - 1);
  if (day <= limit || day <= JUMP_TIMES * usual) return null;
  return { dayUsd: day / 100, usualDayUsd: Math.round(usual) / 100, limitUsd: limit / 100 };
}

/** Whether sources disagree on too many types: 'trip', 'reset' well below the limit, or null to leave it as it is. */
export function sourcesApart(
  { apart, types }: { readonly apart: number; readonly types: number },
  limitBps: number,
): 'trip' | 'reset' | null {
  if (types < MIN_TYPES) return 'reset';
  const shareBps = (apart * 10_000) / types;
  if (shareBps > limitBps) return 'trip';
  return shareBps * 2 <= limitBps ? 'reset' : null;
}

export interface Profit {
  readonly playerId: string;
  readonly wonCents: number;
  readonly stakedCents: number;
}

/** The larger profit of these two: of the player alone, and of all accounts of the group together. */
export function largestProfit(
  playerId: string,
  profits: readonly Profit[],
): Omit<Profit, 'playerId'> & { readonly accounts: number } {
  const sum = (some: readonly Profit[]) => ({
    wonCents: some.reduce((total, { wonCents }) => total + wonCents, 0),
    stakedCents: some.reduce((total, { stakedCents }) => total + stakedCents, 0),
    accounts: some.length,
  });
  const own = sum(profits.filter((profit) => profit.playerId === playerId));
  const all = sum(profits);
  return all.wonCents - all.stakedCents > own.wonCents - own.stakedCents ? all : own;
}
