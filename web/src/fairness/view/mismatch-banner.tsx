/**
 * The banner that cannot be missed: a round whose verification failed, a beacon whose key was exchanged, and what the
 * shell hands in (a public log that tells two stories).
 *
 * Mounted once by the shell, above everything and on every page. It also starts the watcher. Nothing dismisses a
 * mismatch: it stays until the page is left, because it says that money may have been taken wrongly.
 */
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { acceptBeacon, useWatch, useWatcher } from '../watcher.ts';

/** `children`: alarms that other rooms raise, each an `Alarm` or nothing. */
export function FairnessBanner({ children }: { readonly children?: ReactNode }) {
  useWatcher();
  const { mismatches, beaconAlarm } = useWatch();
  const last = mismatches.at(-1);
  return (
    // there is nothing of it while it is empty
    <div
      className={
        'empty:hidden fixed inset-x-0 bottom-(--thumb-h) z-(--z-alarm) grid max-h-[60dvh] overflow-y-auto ' +
        'shadow-pop'
      }
    >
      {last && (
        <Alarm
          title={
            mismatches.length === 1
              ? 'MISMATCH: a round does not add up'
              : `MISMATCH: ${mismatches.length} rounds do not add up`
          }
          action={<ButtonLink to={`/fairplay?round=${encodeURIComponent(last.roundId)}`}>See every step</ButtonLink>}
        >
          {`Round ${last.roundId} of ${last.game}. ${last.reason} Your browser found this by itself. Keep a copy ` +
            'of the proof and stop staking.'}
        </Alarm>
      )}
      {children}
      {beaconAlarm && (
        <Alarm
          title="The beacon of this site has changed"
          action={<Button onClick={() => acceptBeacon(beaconAlarm.offered)}>I know why: trust the new key</Button>}
        >
          {`This browser pinned the chain ${short(beaconAlarm.pinned.chainHash)}; the server now names ` +
            `${short(beaconAlarm.offered.chainHash)} with key ${short(beaconAlarm.offered.publicKey)}. Until you ` +
            'accept it, no new round counts as verified.'}
        </Alarm>
      )}
    </div>
  );
}

export interface AlarmProps {
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** One line of the banner: what is wrong, and what can be done. */
export function Alarm(props: AlarmProps) {
  return (
    <div role="alert" className="border-t-4 border-ink-1 bg-bad px-4 py-3 text-ink-0">
      <div className="mx-auto flex max-w-[1360px] flex-wrap items-center gap-x-4 gap-y-2">
        <TriangleAlert aria-hidden size={32} className="shrink-0" />
        <div className="min-w-0 flex-1 basis-80">
          <p className="text-lg font-black">{props.title}</p>
          <p className="text-sm font-semibold wrap-anywhere">{props.children}</p>
        </div>
        {props.action}
      </div>
    </div>
  );
}

function short(hex: string): string {
  return `${hex.slice(0, 12)}…`;
}
