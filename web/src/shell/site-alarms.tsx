/** Alarms above all pages: rounds and beacon, and the public log; with them the balance watcher. Loaded after the first paint. */
import { FairnessBanner } from '../fairness/view/mismatch-banner.tsx';
import { LogAlarm } from '../features/log-check/log-alarm.tsx';
import { BalanceWatch } from '../features/solvency/balance-watch.tsx';

export function SiteAlarms() {
  return (
    <FairnessBanner>
      <LogAlarm />
      <BalanceWatch />
    </FairnessBanner>
  );
}
