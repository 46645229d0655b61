/**
 * The site-wide alarm banner: a round whose verification failed, a beacon whose key changed, and alarms passed by the
 * shell (a public log with two histories).
 *
 * Mounted once by the shell, above everything and on every page. It also starts the watcher. A mismatch cannot be
 * dismissed: it stays until the page is closed, because it means that money may have been taken wrongly.
 */
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { acceptBeacon, useWatch, useWatcher } from '../watcher.ts';
import { texts } from '../texts.ts';

/** `children`: alarms of other rooms, each an `Alarm` or nothing. */
export function FairnessBanner({ children }: { readonly children?: ReactNode }) {
  useWatcher();
  const { mismatches, beaconAlarm } = useWatch();
  const last = mismatches.at(-1);
  return (
    // hidden while empty
    <div
      className={
        'empty:hidden fixed inset-x-0 bottom-(--thumb-h) z-(--z-alarm) grid max-h-[60dvh] overflow-y-auto ' +
        'shadow-pop'
      }
    >
      {last && (
        <Alarm
          title={texts.banner.mismatch(mismatches.length)}
          action={
            <ButtonLink to={`/fairplay?round=${encodeURIComponent(last.roundId)}`}>{texts.banner.steps}</ButtonLink>
          }
        >
          {texts.banner.mismatchText(last.roundId, last.game, last.reason)}
        </Alarm>
      )}
      {children}
      {beaconAlarm && (
        <Alarm
          title={texts.banner.beacon}
          action={<Button onClick={() => acceptBeacon(beaconAlarm.offered)}>{texts.banner.accept}</Button>}
        >
          {texts.banner.beaconText(
            short(beaconAlarm.pinned.chainHash),
            short(beaconAlarm.offered.chainHash),
            short(beaconAlarm.offered.publicKey),
          )}
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

/** One line of the banner: the problem and the action. */
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
