/**
 * The reality check: at the interval that the player chose a window interrupts and tells how long this visit has lasted and what it
 * cost (rulings 1.10). It cannot be dismissed, only read. Also tells the server that a page is open, which is what a visit is.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { seePlay } from '@fairpot/contract/protection/calls';
import type { Protection } from '@fairpot/contract/protection/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { send, newActionKey } from '../platform/calls/api.ts';
import { serverNow } from '../platform/live/clock.ts';
import { putProtection, useProtection } from '../platform/page/protection.ts';
import { useSend } from '../platform/calls/use-call.ts';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { Money } from '../ui/values/money.tsx';
import { visitText } from './bars/account-menu.tsx';

const TELL_EVERY_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export function RealityCheck() {
  useVisitReports();
  const protection = useProtection();
  const due = useDue(protection);
  return due && protection?.play ? <Window play={protection.play} /> : null;
}

/** A page that is in sight is a visit: told when it opens, and every ten minutes. */
function useVisitReports(): void {
  const tell = useEffectEvent(() => {
    if (document.visibilityState !== 'visible') return;
    // A lost one is made good by the next; nobody has to be told.
    void send(seePlay, { read: false }, { key: newActionKey() }).then(putProtection, () => undefined);
  });
  useEffect(() => {
    tell();
    const timer = setInterval(tell, TELL_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Whether as much time has passed since it was last read as the player chose. */
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
  const dialog = useRef<HTMLDialogElement>(null);
  const { run, phase, refusal } = useSend(seePlay, { onAccepted: putProtection });
  useEffect(() => {
    const node = dialog.current;
    if (!node) return undefined;
    node.showModal();
    // Browsers let a second Esc through; it stays until it was read.
    const again = (): void => node.showModal();
    node.addEventListener('close', again);
    return () => {
      node.removeEventListener('close', again);
      node.close();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="reality-title"
      className="age-gate"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="reality-title" className="text-xl font-black">
        Reality check
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-y-2 text-sm">
        <dt className="text-fg-2">Time of this visit</dt>
        <dd className="text-right font-bold tabular-nums">{visitText(serverNow() - play.since)} h</dd>
        <dt className="text-fg-2">Staked</dt>
        <dd className="text-right font-bold">
          <Money cents={centsFromUsd(play.stakedUsd)} />
        </dd>
        <dt className="text-fg-2">Got back</dt>
        <dd className="text-right font-bold">
          <Money cents={centsFromUsd(play.wonUsd)} />
        </dd>
        <dt className="border-t border-line pt-2 text-fg-2">Net position</dt>
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
          I have read it
        </Button>
        <ButtonLink to="/profile" variant="quiet" size="lg" onClick={() => void run({ read: true })}>
          Limits and breaks
        </ButtonLink>
      </div>
    </dialog>
  );
}
