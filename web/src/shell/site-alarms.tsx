/** Every alarm over the pages: rounds and beacon of the fairness room, and the public log; with them what notes the balance. Fetched after the first paint. */
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
