/**
 * Which faults strike which wave of the soak: drawn from a seed before the first, so that a run can be repeated. Each wave has at most one kill and
 * one fault of the outside world.
 */
import type { SimulatedFault } from './fast-site.ts';

export interface WaveFailure {
  /** kill -9 at this real moment of the wave, in ms after its beginning. */
  readonly kill: { readonly what: 'server' | 'database'; readonly afterMs: number } | null;
  readonly fault: SimulatedFault | null;
  /** The beacon is unavailable for a day: every round of this wave is voided. */
  readonly dayAway: boolean;
}

const eosFaults = (service: 'eos1' | 'eos2'): readonly SimulatedFault[] => [
  { service, fault: 'lag', params: { blocks: 120 }, times: 3 },
  { service, fault: 'disagreement', times: 3 },
  { service, fault: 'gap', times: 2 },
  { service, fault: 'tampered-id', times: 3 },
  { service, fault: 'wrong-chain-id', times: 2 },
  { service, fault: '503', times: 4 },
];

const FAULTS: readonly SimulatedFault[] = [
  { service: 'drand', fault: 'late', params: { seconds: 45 } },
  { service: 'drand', fault: 'late', params: { seconds: 240 } },
  { service: 'drand', fault: 'wrong-signature', times: 3 },
  { service: 'drand', fault: 'old-signature', params: { back: 1 }, times: 3 },
  { service: 'drand', fault: 'too-early-425', times: 2 },
  { service: 'drand', fault: '503', times: 4 },
  ...eosFaults('eos1'),
  ...eosFaults('eos2'),
];

/** Out of one hundred waves. */
const WITH_A_FAULT = 40;

/** As many plans as waves; `kills` of the server and a third as many of the database, `days` without a beacon. */
export function waveFailures(waves: number, next: () => number, kills: number, days: number): readonly WaveFailure[] {
  const waiting = Array.from({ length: waves }, (_, i) => i);
  const take = (count: number) =>
    new Set(Array.from({ length: count }, () => waiting.splice(Math.floor(next() * waiting.length), 1)[0] ?? -1));
  const [servers, databases, away] = [take(kills), take(Math.ceil(kills / 3)), take(days)];
  return Array.from({ length: waves }, (_, wave) => {
    const what = servers.has(wave) ? 'server' : databases.has(wave) ? 'database' : null;
    const fault = next() * 100 < WITH_A_FAULT ? (FAULTS[Math.floor(next() * FAULTS.length)] ?? null) : null;
    return {
      kill: what === null ? null : { what, afterMs: Math.floor(next() * 400) },
      fault,
      dayAway: away.has(wave),
    };
  });
}

/** In words, for the report of a run. */
export function describeWaveFailures(plans: readonly WaveFailure[]): string {
  const counts = new Map<string, number>();
  for (const { kill, fault, dayAway } of plans) {
    for (const what of [
      kill && `${kill.what} killed`,
      fault && `${fault.service} ${fault.fault}`,
      dayAway && 'a day without beacon',
    ])
      if (what) counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, n]) => `${what} ${n}`).join(', ');
}
