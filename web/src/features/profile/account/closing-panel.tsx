/** Closing the account: the request, confirmed by typing one's name; what it waits for; and cancelling it. */
import { CircleCheck, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { revokeClosing, getClosing, forfeitRemainder, startClosing } from '@fairpot/contract/profile/calls';
import type { Closing } from '@fairpot/contract/profile/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { refreshUser } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Form, TextField, useField } from '../../../ui/controls/fields.tsx';
import { focusField } from '../../../ui/controls/focus-field.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NoAnswer } from '../../../ui/states/states.tsx';
import { waitTexts } from './closing-model.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { texts as accountTexts } from './texts.ts';

const texts = accountTexts.closing;
import { formatDateTime, formatDuration } from '../../../platform/page/time.ts';

function changed(): void {
  void refetchAll(getClosing);
  void refreshUser();
}

export function ClosingPanel({ name }: { readonly name: string }) {
  const { data, error, refetch } = useAsk(getClosing, {}, { staleTime: 0 });
  return (
    <Panel title={texts.title}>
      {!data ? (
        <NoAnswer error={error} refetch={refetch} className="h-32" />
      ) : data.askedAt === null ? (
        <Request name={name} closing={data} />
      ) : (
        <InProgress closing={data} refresh={() => void refetch()} />
      )}
    </Panel>
  );
}

function Request({
  name,
  closing: { restMs, freshUntil, barred },
}: {
  readonly name: string;
  readonly closing: Closing;
}) {
  const [open, setOpen] = useState(false);
  const { text: typed, setProblem, field } = useField();
  const starting = useSend(startClosing, {
    onAccepted: changed,
    onRefused: (refusal) => {
      setProblem(refusal.text);
      return true;
    },
  });
  const stale = freshUntil <= serverNow() || starting.refusal?.code === 'SIGN_IN_AGAIN';
  return (
    <>
      <p className="text-sm text-fg-2">{texts.about(formatDuration(restMs))}</p>
      <h3 className="mt-4 text-sm font-extrabold">{texts.kept}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-sm text-fg-2">
        <li>{texts.keptGames}</li>
        <li>{texts.keptTrades}</li>
        <li>{keptOfBlock(barred)}</li>
      </ul>
      {open && stale ? (
        <SignInAgain what={accountTexts.signIn.closing} />
      ) : !open ? (
        <Button className="mt-4" variant="danger" onClick={() => setOpen(true)}>
          {texts.open}
        </Button>
      ) : (
        <Form
          className="mt-4 grid gap-3"
          noValidate
          onSubmit={(event) => {
            if (typed.trim() !== '') return void starting.run({ name: typed });
            setProblem(texts.confirm(name));
            focusField(event);
          }}
        >
          <TextField
            label={texts.confirm(name)}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            hint={texts.confirmHint}
            {...field}
          />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" busy={starting.phase === 'sent'}>
              {texts.request}
            </Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {texts.keep}
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}

/** What is kept because of a break or exclusion, and for how long. */
function keptOfBlock(barred: Closing['barred']): string {
  if (barred === null) return texts.keptIfExcluded;
  return barred.until === null ? texts.keptBlockForever : texts.keptBlockFor(formatDateTime(barred.until));
}

function InProgress({ closing, refresh }: { readonly closing: Closing; readonly refresh: () => void }) {
  const cancelling = useSend(revokeClosing, {
    onAccepted: () => {
      toastSuccess(texts.cancelled);
      changed();
    },
  });
  const forfeiting = useSend(forfeitRemainder, { onAccepted: changed });
  const { waits, giveUpUsd: rest, barred } = closing;
  return (
    <>
      <p className="flex items-center gap-2 text-sm font-bold">
        <Hourglass aria-hidden size={16} className="text-warn" /> {texts.waiting}
      </p>
      <ul aria-label={texts.waits} className="mt-3 divide-y divide-line rounded-md border border-line">
        {waits.map((wait) => {
          const { text, link } = waitTexts(wait);
          return (
            <li key={wait.kind} className="flex min-h-12 items-center justify-between gap-3 px-3 py-1 text-sm">
              {text}
              {link && (
                <ButtonLink variant="quiet" to={link.to}>
                  {link.text}
                </ButtonLink>
              )}
            </li>
          );
        })}
        {waits.length === 0 && (
          <li className="flex min-h-12 items-center gap-2 px-3 text-sm text-ok">
            <CircleCheck aria-hidden size={16} /> {texts.nothing}
          </li>
        )}
      </ul>
      {barred !== null && <p className="mt-3 text-sm text-fg-2">{keptOfBlock(barred)}</p>}
      {rest !== null && (
        <p className="mt-3 text-sm text-fg-2">
          {texts.remainder(formatUsd(centsFromUsd(rest)))}{' '}
          <Button
            variant="quiet"
            busy={forfeiting.phase === 'sent'}
            onClick={() => void forfeiting.run({ amountUsd: rest })}
          >
            {texts.forfeit(formatUsd(centsFromUsd(rest)))}
          </Button>
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button busy={cancelling.phase === 'sent'} onClick={() => void cancelling.run({})}>
          {texts.cancel}
        </Button>
        <Button variant="quiet" onClick={refresh}>
          {texts.refresh}
        </Button>
      </div>
    </>
  );
}
