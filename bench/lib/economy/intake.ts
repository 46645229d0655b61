/** What the site accepts of one item type from one attacker: hourly intake, stock and, today, the circuit breakers of decision 0059. */
import { BREAKER_SETTINGS } from '../../../server/src/breakers/settings.ts';
import { depositsJumped, outflowOver, USUAL_HOURS, type Flow } from '../../../server/src/breakers/rules.ts';
import { settingsOf } from '../../../server/src/platform/runner/settings.ts';
import { DAY_STEPS, START } from './items.ts';
import { timeOf } from './market.ts';
import { wantedWith, type Belief, type RuleSet } from './site.ts';

const HOUR_MS = 3_600_000;
const breakerSettings = settingsOf(BREAKER_SETTINGS, null);
const hourOf = (step: number): number => Math.floor(timeOf(step) / HOUR_MS);

/** A breaker that staff reset when the next day begins. A reset deletes the sums, as in the product. */
function makeBreaker(isOver: (flows: readonly Flow[], hour: number) => boolean) {
  let flows: Flow[] = [];
  let trippedOn = -1;
  const dayOf = (step: number) => Math.floor(step / DAY_STEPS);
  return {
    isTripped: (step: number): boolean => trippedOn === dayOf(step),
    /** The order that exceeds the limit passes and trips it. */
    count: (step: number, { outCents, inCents }: Omit<Flow, 'hour'>): void => {
      const hour = hourOf(step);
      flows = [...flows.filter((flow) => flow.hour > hour - USUAL_HOURS), { hour, outCents, inCents }];
      if (!isOver(flows, hour)) return;
      trippedOn = dayOf(step);
      flows = [];
    },
  };
}

/** What leaves by one way: items, or a coin. */
interface WayOut {
  readonly isStopped: (step: number) => boolean;
  readonly count: (step: number, cents: number) => void;
}

export function makeWayOut(rules: RuleSet, way: 'items' | 'coin:USDT'): WayOut {
  if (rules === 'before') return { isStopped: () => false, count: () => undefined };
  const breaker = makeBreaker((flows, hour) => outflowOver(flows, hour, way, breakerSettings) !== null);
  return {
    isStopped: (step) => breaker.isTripped(step),
    count: (step, cents) => breaker.count(step, { outCents: cents, inCents: 0 }),
  };
}

export interface Intake {
  /** How many more are accepted at this step. */
  readonly wanted: (belief: Belief, step: number) => number;
  /** Counts so many as deposited, each paid `paidCents`. */
  readonly take: (count: number, paidCents: number, step: number) => void;
}

/** `soldDaily`: how many of the type the market sells in a day. */
export function makeIntake(rules: RuleSet, soldDaily: number): Intake {
  if (rules === 'before') return { wanted: () => Infinity, take: () => undefined };
  let hour = { of: 0, taken: 0 };
  let stock = { count: 0, at: START };
  const breaker = makeBreaker((flows, of) => depositsJumped(flows, of, breakerSettings) !== null);
  const onSale = (now: number) => Math.max(0, stock.count - (soldDaily * (now - stock.at)) / (24 * HOUR_MS));
  const takenInHour = (step: number) => (hour.of === hourOf(step) ? hour.taken : 0);
  return {
    wanted: ({ tier, base }, step) => {
      if (breaker.isTripped(step)) return 0;
      if (tier === -1) return Infinity;
      return Math.max(0, wantedWith(tier, base, Math.ceil(onSale(timeOf(step)))) - takenInHour(step));
    },
    take: (count, paidCents, step) => {
      hour = { of: hourOf(step), taken: count + takenInHour(step) };
      stock = { count: onSale(timeOf(step)) + count, at: timeOf(step) };
      breaker.count(step, { outCents: 0, inCents: count * paidCents });
    },
  };
}
