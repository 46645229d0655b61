/**
 * What stands before the desk until this session has given a code: setting up an authenticator, or one field for its code. Where no
 * code is asked for (a demo without an authenticator), the desk itself.
 */
import { useState, type ReactNode } from 'react';
import { beginStaffCodes, begunStaffCodes, giveStaffCode, staffCodes } from '@fairpot/contract/staff/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { Qr } from '../../../ui/values/qr.tsx';
import { wrongCode } from './wrong-code.ts';

const again = (): void => void refetchAll(staffCodes);

export function CodeGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useAsk(staffCodes, {}, { staleTime: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-72" />;
  if (data.given || !data.asked) return children;
  return (
    <>
      <PageHead title="Staff sign-in" />
      <Panel className="max-w-[640px]">
        {data.state === 'none' && <Begin />}
        {data.state === 'begun' && <Begun />}
        {data.state === 'on' && (
          <CodeForm text="Enter the six digits that your authenticator shows, or a recovery code." />
        )}
      </Panel>
    </>
  );
}

/** Also at the own sign-in's screen, for a demo, where nobody has to. */
export function Begin() {
  const { phase, run } = useSend(beginStaffCodes, { onAccepted: again });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-fg-2">
        Staff work needs a second factor: an authenticator on your telephone that shows a new code every 30 seconds.
      </p>
      <Button variant="primary" busy={phase === 'sent'} onClick={() => void run({})}>
        SET UP AUTHENTICATOR
      </Button>
    </div>
  );
}

export function Begun() {
  const { data, error, refetch } = useAsk(begunStaffCodes, {}, { staleTime: 0 });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-72" />;
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-[200px_minmax(0,1fr)]">
        <Qr text={data.uri} label="QR code for your authenticator" />
        <div className="grid content-start gap-3">
          <p className="text-fg-2">1. Scan this with your authenticator, or type the secret into it.</p>
          <CopyText text={data.secret} label="Secret" />
        </div>
      </div>
      <div className="grid gap-3">
        <p className="text-fg-2">
          2. Write these recovery codes down and keep them apart from the telephone. Each lets you in once without it.
          They are not shown again.
        </p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm select-all" aria-label="Recovery codes">
          {data.recovery.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <CodeForm text="3. Enter the code that it shows now." />
    </div>
  );
}

function CodeForm({ text }: { readonly text: string }) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const { phase, refusal, run } = useSend(giveStaffCode, {
    onAccepted: (answer) => {
      setWrong(wrongCode(answer));
      setCode('');
      again();
    },
    onRefused: () => true,
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim().length >= 6) void run({ code });
      }}
    >
      <p className="text-fg-2">{text}</p>
      <TextField
        label="Code"
        className="max-w-64"
        autoComplete="one-time-code"
        autoFocus
        spellCheck={false}
        maxLength={40}
        value={code}
        error={refusal?.text ?? wrong}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" variant="primary" className="justify-self-start" busy={phase === 'sent'}>
        CONTINUE
      </Button>
    </form>
  );
}
