/** The alarm of the public log, in the site-wide banner: the log shows two histories, or was replaced. Also starts the watch. */
import { Alarm } from '../../fairness/view/mismatch-banner.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { alarmTexts } from './alarm-texts.ts';
import { acceptLog, useLog, useLogWatch } from './log-watch.ts';

export function LogAlarm() {
  useLogWatch();
  const alarm = useLog((state) => state.alarm);
  if (!alarm) return null;
  return (
    <Alarm
      title={alarm.newKey ? alarmTexts.replaced : alarmTexts.split}
      action={
        alarm.newKey ? (
          <Button onClick={acceptLog}>{alarmTexts.trustNew}</Button>
        ) : (
          <ButtonLink to="/fairplay">{alarmTexts.seeLog}</ButtonLink>
        )
      }
    >
      {alarm.text}
    </Alarm>
  );
}
