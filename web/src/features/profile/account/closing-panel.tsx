/** Closing the account: asking for it by typing the own name, what it waits for, calling it back. */
import { CircleCheck, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { callBackClosing, getClosing, giveUpRest, startClosing } from '@fairpot/contract/profile/calls';
import type { Closing } from '@fairpot/contract/profile/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { refreshUser } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { waitWords } from './closing-model.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { formatDateTime, formatDuration } from '../../../ui/values/time.ts';

function changed(): void {
  void refetchAll(getClosing);
  void refreshUser();
}

export function ClosingPanel({ name }: { readonly name: string }) {
  const { data, error, refetch } = useAsk(getClosing, {}, { staleTime: 0 });
  return (
    <Panel title="Close the account">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-32" />
      ) : data.askedAt === null ? (
        <Ask name={name} closing={data} />
      ) : (
        <UnderWay closing={data} look={() => void refetch()} />
      )}
    </Panel>
  );
}

function Ask({ name, closing: { restMs, freshUntil, barred } }: { readonly name: string; readonly closing: Closing }) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const asking = useSend(startClosing, {
    onAccepted: changed,
    onRefused: (refusal) => {
      setProblem(refusal.text);
      return true;
    },
  });
  const stale = freshUntil <= serverNow() || asking.refusal?.code === 'SIGN_IN_AGAIN';
  return (
    <>
      <p className="text-sm text-fg-2">
        Closing pays out everything first: your whole balance and every item, at any level. Then your name, picture,
        SteamID, trade link and messages are erased. It begins {formatDuration(restMs)} after you ask, and can be called
        back until then.
      </p>
      <h3 className="mt-4 text-sm font-extrabold">What stays</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-sm text-fg-2">
        <li>Your games and the movements of money, items and coins, under an id that leads to nobody.</li>
        <li>Your trades say your SteamID and trade link for five years more. Then they say neither.</li>
        <li>{keptOfBlock(barred)}</li>
      </ul>
      {open && stale ? (
        <SignInAgain what="Closing the account" />
      ) : !open ? (
        <Button className="mt-4" variant="danger" onClick={() => setOpen(true)}>
          Close my account
        </Button>
      ) : (
        <form
          className="mt-4 grid gap-3"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void asking.run({ name: typed });
          }}
        >
          <TextField
            label={`Type your name, ${name}, to be sure`}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            error={problem}
            hint="From then on you can stake and deposit nothing. Open rounds finish."
            onChange={(event) => {
              setTyped(event.target.value);
              setProblem(null);
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" busy={asking.phase === 'sent'} disabled={typed.trim() === ''}>
              Ask for the closing
            </Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Keep it
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

/** What a break or exclusion leaves behind, and for how long. */
function keptOfBlock(barred: Closing['barred']): string {
  if (barred === null)
    return (
      'If you exclude yourself before it is closed: a hash of your SteamID until the exclusion is over, ' +
      'so that no new account is opened for you.'
    );
  const [until, then] =
    barred.until === null ? ['For good', ''] : [`Until ${formatDateTime(barred.until)}`, ' until then'];
  return (
    `${until}: a hash of your SteamID, as you have stopped yourself from playing. ` +
    `No new account is opened for you${then}. It leads to nothing of yours.`
  );
}

function UnderWay({ closing, look }: { readonly closing: Closing; readonly look: () => void }) {
  const back = useSend(callBackClosing, {
    onAccepted: () => {
      toastSuccess('Your account stays open');
      changed();
    },
  });
  const giving = useSend(giveUpRest, { onAccepted: changed });
  const { waits, giveUpUsd: rest, barred } = closing;
  return (
    <>
      <p className="flex items-center gap-2 text-sm font-bold">
        <Hourglass aria-hidden size={16} className="text-warn" /> Your account is being closed. What it waits for:
      </p>
      <ul aria-label="What the closing waits for" className="mt-3 divide-y divide-line rounded-md border border-line">
        {waits.map((wait) => {
          const { text, way } = waitWords(wait);
          return (
            <li key={wait.kind} className="flex min-h-12 items-center justify-between gap-3 px-3 py-1 text-sm">
              {text}
              {way && (
                <ButtonLink variant="quiet" to={way.to}>
                  {way.text}
                </ButtonLink>
              )}
            </li>
          );
        })}
        {waits.length === 0 && (
          <li className="flex min-h-12 items-center gap-2 px-3 text-sm text-ok">
            <CircleCheck aria-hidden size={16} /> Nothing: everything is paid out, and it begins within a minute
          </li>
        )}
      </ul>
      {barred !== null && <p className="mt-3 text-sm text-fg-2">{keptOfBlock(barred)}</p>}
      {rest !== null && (
        <p className="mt-3 text-sm text-fg-2">
          No way out may carry as little as {formatUsd(centsFromUsd(rest))}.{' '}
          <Button variant="quiet" busy={giving.phase === 'sent'} onClick={() => void giving.run({ amountUsd: rest })}>
            Give {formatUsd(centsFromUsd(rest))} up
          </Button>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={back.phase === 'sent'} onClick={() => void back.run({})}>
          Call it back
        </Button>
        <Button variant="quiet" onClick={look}>
          Look again
        </Button>
      </div>
    </>
  );
}
