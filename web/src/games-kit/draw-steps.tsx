/** What happens between the end of the countdown and the result, as it happens: the named beacon round, its signature, this browser's own check. */
import { Check, Circle, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { isRecomputed } from '../fairness/seal.ts';
import { useSeal } from '../fairness/watcher.ts';
import { cx } from '../ui/layout/cx.ts';
import { BeaconCountdown, BeaconRound, useNamedBeacon } from './beacon.tsx';
import { texts } from './texts.ts';

export interface DrawStepsProps {
  readonly roundId: string;
  readonly fair: { readonly drandRound: number | null };
  /** True once the site has published the round's signature. */
  readonly received: boolean;
}

export function DrawSteps({ roundId, fair, received }: DrawStepsProps) {
  const beacon = useNamedBeacon(fair);
  const verified = isRecomputed(useSeal(roundId));
  if (!beacon) return null;
  return (
    <BeaconCountdown dueAt={beacon.dueAt}>
      {(left) => {
        const due = received || left === 0;
        return (
          <ol className="grid gap-1.5 text-left text-sm">
            <Step state={due ? 'done' : 'now'}>
              <BeaconRound beacon={beacon} /> {due ? texts.draw.due : texts.draw.dueIn(left)}
            </Step>
            <Step state={received ? 'done' : due ? 'now' : 'open'}>
              {received ? texts.draw.received : texts.draw.receiving}
            </Step>
            <Step state={verified ? 'done' : received ? 'now' : 'open'}>
              {verified ? texts.draw.verified : texts.draw.verifying}
            </Step>
          </ol>
        );
      }}
    </BeaconCountdown>
  );
}

const LOOKS = {
  done: { icon: Check, tone: 'text-ok' },
  now: { icon: LoaderCircle, tone: 'animate-[spin_.8s_linear_infinite] text-fg' },
  open: { icon: Circle, tone: 'text-fg-3' },
} as const;

function Step({ state, children }: { readonly state: keyof typeof LOOKS; readonly children: ReactNode }) {
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <li
      data-step={state}
      className={cx('flex items-center gap-2 tabular-nums', state === 'now' ? 'text-fg' : 'text-fg-2')}
    >
      <Icon aria-hidden size={16} className={cx('shrink-0', tone)} />
      <span>{children}</span>
    </li>
  );
}
