/** The beacon round that decides a locked round: its name, its number, and how long until it is due. */
import type { ReactNode } from 'react';
import { drandRoundTime } from '@fairpot/fairness/protocol/schedule';
import { useSettings } from '../platform/page/settings.ts';
import { useCountdown } from '../ui/values/countdown.tsx';
import { texts } from './texts.ts';

/** The beacon round that a lock named. */
export interface NamedBeacon {
  readonly simulated: boolean;
  /** 'drand', or 'simulated beacon' in a demo. */
  readonly name: string;
  readonly round: number;
  /** When the round is due, epoch ms. */
  readonly dueAt: number;
}

/** The named beacon of a round; null before the lock and until the settings are there. */
export function useNamedBeacon({ drandRound }: { readonly drandRound: number | null }): NamedBeacon | null {
  const beacon = useSettings()?.beacon;
  if (!beacon || drandRound === null) return null;
  const { simulated } = beacon;
  return {
    simulated,
    name: simulated ? texts.beacon.simulated : texts.beacon.real,
    round: drandRound,
    dueAt: drandRoundTime(drandRound, beacon.drand),
  };
}

/** Passes the seconds until a beacon round is due to `children`; 0 once it is due. */
export function BeaconCountdown({ dueAt, children }: BeaconCountdownProps) {
  return children(useCountdown(dueAt));
}

export interface BeaconCountdownProps {
  readonly dueAt: number;
  readonly children: (secondsLeft: number) => ReactNode;
}

/** 'drand round 4,711', the number in bold. */
export function BeaconRound({ beacon: { name, round } }: { readonly beacon: NamedBeacon }) {
  return (
    <>
      {name} {texts.beacon.round}{' '}
      <strong className="font-bold text-fg tabular-nums">{round.toLocaleString('en-US')}</strong>
    </>
  );
}
