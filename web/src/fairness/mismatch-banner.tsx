/**
 * The banner that cannot be missed: a round whose verification failed, a public log that tells two stories, or a beacon or
 * log whose key was exchanged.
 *
 * Mounted once by the shell, above everything and on every page. It also starts the watcher. Nothing dismisses a
 * mismatch: it stays until the page is left, because it says that money may have been taken wrongly.
 */
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { acceptLog, useLog, useLogWatch } from '../features/log-check/log-watch.ts';
import { acceptBeacon, useWatch, useWatcher } from './watcher.ts';

export function FairnessBanner() {
  useWatcher();
  useLogWatch();
  const { mismatches, beaconAlarm } = useWatch();
  const logAlarm = useLog((state) => state.alarm);
  const last = mismatches.at(-1);
  if (!last && !beaconAlarm && !logAlarm) return null;
  return (
    <div className="fixed inset-x-0 bottom-(--thumb-h) z-[90] grid max-h-[60dvh] overflow-y-auto shadow-pop">
      {last && (
        <Alarm
          title={
            mismatches.length === 1
              ? 'MISMATCH: a round does not add up'
              : `MISMATCH: ${mismatches.length} rounds do not add up`
          }
          action={<ButtonLink to={`/fairplay?round=${encodeURIComponent(last.roundId)}`}>See every step</ButtonLink>}
        >
          {`Round ${last.roundId} of ${last.game}. ${last.reason} Your browser found this by itself. Keep a copy of the proof and stop staking.`}
        </Alarm>
      )}
      {logAlarm && (
        <Alarm
          title={
            logAlarm.newKey ? 'The public log of this site was replaced' : 'MISMATCH: the public log tells two stories'
          }
          action={
            logAlarm.newKey ? (
              <Button onClick={acceptLog}>I know why: trust the new log</Button>
            ) : (
              <ButtonLink to="/fairplay">See the log</ButtonLink>
            )
          }
        >
          {logAlarm.text}
        </Alarm>
      )}
      {beaconAlarm && (
        <Alarm
          title="The beacon of this site has changed"
          action={<Button onClick={() => acceptBeacon(beaconAlarm.offered)}>I know why: trust the new key</Button>}
        >
          {`This browser pinned the chain ${short(beaconAlarm.pinned.chainHash)}; the server now names ${short(beaconAlarm.offered.chainHash)} with key ${short(beaconAlarm.offered.publicKey)}. Until you accept it, no new round counts as verified.`}
        </Alarm>
      )}
    </div>
  );
}

function Alarm(props: { readonly title: string; readonly action: ReactNode; readonly children: ReactNode }) {
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
