/** Push notifications of this browser: on or off, by kind, and what stands in the way. Part of the profile. */
import { BellOff, BellRing, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { PUSH_KINDS } from '@fairpot/contract/notifications/push/calls';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { formatDayTime } from '../../../platform/page/time.ts';
import { texts } from './texts.ts';
import { usePush, type Push, type SettledView } from './use-push.ts';

/** Nothing where the site sends no push notifications. */
export function PushPanel() {
  const push = usePush();
  if (push.view.state === 'absent') return null;
  return (
    <Panel title={texts.title}>
      <div className="grid gap-4">
        <p className="text-sm text-fg-2">{texts.about}</p>
        <Body {...push} />
      </div>
    </Panel>
  );
}

function Body(push: Push) {
  const { view, error, retry } = push;
  if (error && view.state === 'loading') return <ErrorState error={error} onRetry={retry} />;
  switch (view.state) {
    case 'loading':
    case 'absent':
      return <Skeleton className="h-24" />;
    case 'unsupported':
      return <Obstacle>{texts.unsupported}</Obstacle>;
    case 'blocked':
      return <Obstacle>{texts.blocked}</Obstacle>;
    case 'off':
    case 'on':
      return <Controls {...push} view={view} />;
  }
}

/** Off and on have the same main button, so the keyboard's focus stays where it is. */
function Controls({ view, busy, choose, turnOn, turnOff }: Push & { readonly view: SettledView }) {
  const browser = view.state === 'on' ? view.browser : null;
  const failedAt = browser?.failedAt ?? null;
  return (
    <>
      {view.state === 'off' && view.obstacle !== null && <Obstacle>{texts.obstacles[view.obstacle]}</Obstacle>}
      {failedAt !== null && <Obstacle>{texts.failed(formatDayTime(failedAt))}</Obstacle>}
      {browser !== null && (
        <div className="grid gap-3 border-b border-line pb-4">
          {PUSH_KINDS.map((kind) => (
            <Switch
              key={kind}
              label={texts.kinds[kind].label}
              hint={texts.kinds[kind].hint}
              checked={browser.kinds.includes(kind)}
              onChange={(on) => choose(kind, on)}
            />
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="text-xs text-fg-2">
          {browser === null ? texts.off : texts.on}
        </p>
        <div className="flex gap-2">
          {failedAt !== null && (
            <Button variant="quiet" onClick={turnOff}>
              {texts.turnOff}
            </Button>
          )}
          <MainButton isOn={browser !== null} hasFailed={failedAt !== null} {...{ busy, turnOn, turnOff }} />
        </div>
      </div>
    </>
  );
}

interface MainButtonProps extends Pick<Push, 'busy' | 'turnOn' | 'turnOff'> {
  readonly isOn: boolean;
  readonly hasFailed: boolean;
}

function MainButton({ isOn, hasFailed, busy, turnOn, turnOff }: MainButtonProps) {
  const isEnd = isOn && !hasFailed;
  const Icon = isEnd ? BellOff : BellRing;
  return (
    <Button
      variant={isEnd ? 'secondary' : 'primary'}
      icon={<Icon aria-hidden size={16} />}
      busy={busy}
      onClick={isEnd ? turnOff : turnOn}
    >
      {isEnd ? texts.turnOff : isOn ? texts.renew : texts.turnOn}
    </Button>
  );
}

function Obstacle({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="flex items-start gap-3 rounded-md border border-line bg-ink-1 p-3 text-sm text-warn">
      <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
