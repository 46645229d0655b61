/** Closing the account: asking for it by typing the own name, what it waits for, calling it back. */
import { CircleCheck, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { centsFromUsd, formatUsd } from '@fairpot/contract/money';
import { callBackClosing, getClosing, giveUpRest, startClosing, type Closing } from '@fairpot/contract/profile';
import { queryClient } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { refreshUser } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { restWords, waitWords } from './closing-model.ts';

function changed(): void {
  void queryClient.invalidateQueries({ queryKey: [getClosing.name] });
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
        <Ask name={name} restMs={data.restMs} />
      ) : (
        <UnderWay closing={data} look={() => void refetch()} />
      )}
    </Panel>
  );
}

function Ask({ name, restMs }: { readonly name: string; readonly restMs: number }) {
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
  return (
    <>
      <p className="text-sm text-fg-2">
        Closing pays out everything first: your whole balance and every item, at any level. Then your name, picture,
        SteamID, trade link and messages are erased. What the books and the public log need stays under an id that leads
        to nobody. It begins {restWords(restMs)} after you ask, and can be called back until then.
      </p>
      {!open ? (
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

function UnderWay({ closing, look }: { readonly closing: Closing; readonly look: () => void }) {
  const back = useSend(callBackClosing, {
    onAccepted: () => {
      toastSuccess('Your account stays open');
      changed();
    },
  });
  const giving = useSend(giveUpRest, { onAccepted: changed });
  const { waits, giveUpUsd: rest } = closing;
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
