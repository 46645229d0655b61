/** Every alarm over the pages: rounds and beacon of the fairness room, and the public log. Fetched after the first paint. */
import { FairnessBanner } from '../fairness/view/mismatch-banner.tsx';
import { LogAlarm } from '../features/log-check/log-alarm.tsx';

export function SiteAlarms() {
  return (
    <FairnessBanner>
      <LogAlarm />
    </FairnessBanner>
  );
}
