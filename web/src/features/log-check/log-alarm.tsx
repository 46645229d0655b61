/** The alarm of the public log, in the site-wide banner: it tells two stories, or was replaced. It also starts the watch. */
import { Alarm } from '../../fairness/view/mismatch-banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { acceptLog, useLog, useLogWatch } from './log-watch.ts';

export function LogAlarm() {
  useLogWatch();
  const alarm = useLog((state) => state.alarm);
  if (!alarm) return null;
  return (
    <Alarm
      title={alarm.newKey ? 'The public log of this site was replaced' : 'MISMATCH: the public log tells two stories'}
      action={
        alarm.newKey ? (
          <Button onClick={acceptLog}>I know why: trust the new log</Button>
        ) : (
          <ButtonLink to="/fairplay">See the log</ButtonLink>
        )
      }
    >
      {alarm.text}
    </Alarm>
  );
}
