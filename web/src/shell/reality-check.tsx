/**
 * The reality check: at the interval that the player chose, a window interrupts and shows how long this visit has lasted and what it cost
 * (rulings 1.10). It can only be confirmed. This module also reports open pages to the server, which define a visit.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { seePlay } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { send, newActionKey } from '../platform/calls/api.ts';
import { serverNow } from '../platform/live/clock.ts';
import { putProtection, useProtection } from '../platform/page/protection.ts';
import { useSend } from '../platform/calls/use-call.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { Money } from '../ui/values/money.tsx';
import { useMustAnswer } from './must-answer.ts';
import { visitText } from './bars/account-menu.tsx';
import { messages } from '../messages.ts';

const REPORT_EVERY_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export function RealityCheck() {
  useVisitReports();
  const protection = useProtection();
  const due = useDue(protection);
  return due && protection?.play ? <Window play={protection.play} /> : null;
}

/** Reports a visible page at opening and every ten minutes: that is a visit. */
function useVisitReports(): void {
  const report = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    // The next report makes up for a lost one.
    void send(seePlay, { read: false }, { key: newActionKey() }).then(putProtection, () => undefined);
  });
  useEffect(() => {
    report();
    const timer = setInterval(report, REPORT_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Whether the chosen interval has passed since the last confirmation. */
function useDue(protection: Protection | undefined): boolean {
  const minutes = protection?.realityMinutes ?? null;
  const readAt = protection?.play?.readAt ?? null;
  const dueAt = minutes === null || readAt === null ? null : readAt + minutes * MINUTE_MS;
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (dueAt === null) return undefined;
    const timer = setTimeout(() => setNow(serverNow()), Math.max(0, dueAt - serverNow()) + 50);
    return () => clearTimeout(timer);
  }, [dueAt, now]);
  return dueAt !== null && now >= dueAt;
}

function Window({ play }: { readonly play: NonNullable<Protection['play']> }) {
  const dialog = useMustAnswer();
  const { run, phase, refusal } = useSend(seePlay, { onAccepted: putProtection });
  return (
    <dialog {...dialog} aria-labelledby="reality-title">
      <h2 id="reality-title" className="text-xl font-black">
        {messages.realityCheck.title}
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-y-2 text-sm">
        <dt className="text-fg-2">{messages.realityCheck.visit}</dt>
        <dd className="text-right font-bold tabular-nums">
          {messages.account.visitHours(visitText(serverNow() - play.since))}
        </dd>
        <dt className="text-fg-2">{messages.realityCheck.staked}</dt>
        <dd className="text-right font-bold">
          <Money cents={centsFromUsd(play.stakedUsd)} />
        </dd>
        <dt className="text-fg-2">{messages.realityCheck.received}</dt>
        <dd className="text-right font-bold">
          <Money cents={centsFromUsd(play.wonUsd)} />
        </dd>
        <dt className="border-t border-line pt-2 text-fg-2">{messages.realityCheck.net}</dt>
        <dd className="border-t border-line pt-2 text-right text-lg font-black">
          <Money cents={centsFromUsd(play.netUsd)} signed />
        </dd>
      </dl>
      {refusal && (
        <p role="alert" className="mt-3 text-sm text-bad">
          {refusal.text}
        </p>
      )}
      <div className="mt-6 grid gap-2">
        <Button variant="primary" size="lg" busy={phase === 'sent'} onClick={() => void run({ read: true })}>
          {messages.realityCheck.confirm}
        </Button>
        <ButtonLink to="/profile" variant="quiet" size="lg" onClick={() => void run({ read: true })}>
          {messages.realityCheck.limits}
        </ButtonLink>
      </div>
    </dialog>
  );
}
