/**
 * Shown instead of the desk until this session has submitted a code: the setup of an authenticator, or the field for its code. If no code
 * is required (a demo without an authenticator), it shows the desk.
 */
import { useState, type ReactNode } from 'react';
import {
  setUpAuthenticator,
  getUnconfirmedAuthenticator,
  submitStaffCode,
  staffCodes,
} from '@fairpot/contract/staff/calls';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { Form, TextField } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NoAnswer } from '../../../ui/states/states.tsx';
import { Qr } from '../../../ui/values/qr.tsx';
import { wrongCodeText } from './wrong-code.ts';
import { texts } from './texts.ts';

const again = (): void => void refetchAll(staffCodes);

export function CodeGate({ children }: { readonly children: ReactNode }) {
  const { data, error, refetch } = useAsk(staffCodes, {}, { staleTime: 0 });
  if (!data) return <NoAnswer error={error} refetch={refetch} className="h-72" />;
  if (data.given || !data.asked) return children;
  return (
    <>
      <PageHead title={texts.title} />
      <Panel className="max-w-[640px]">
        {data.state === 'none' && <StartSetup />}
        {data.state === 'begun' && <FinishSetup />}
        {data.state === 'on' && <CodeForm text={texts.enterCode} />}
      </Panel>
    </>
  );
}

/** Also on 'My sign-in', for a demo, where the second factor is optional. */
export function StartSetup() {
  const { phase, run } = useSend(setUpAuthenticator, { onAccepted: again });
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-fg-2">{texts.why}</p>
      <Button variant="primary" busy={phase === 'sent'} onClick={() => void run({})}>
        {texts.setUp}
      </Button>
    </div>
  );
}

export function FinishSetup() {
  const { data, error, refetch } = useAsk(getUnconfirmedAuthenticator, {}, { staleTime: 0 });
  if (!data) return <NoAnswer error={error} refetch={refetch} className="h-72" />;
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-[200px_minmax(0,1fr)]">
        <Qr text={data.uri} label={texts.qr} />
        <div className="grid content-start gap-3">
          <p className="text-fg-2">{texts.scan}</p>
          <CopyText text={data.secret} label={texts.secret} />
        </div>
      </div>
      <div className="grid gap-3">
        <p className="text-fg-2">{texts.recovery}</p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm select-all" aria-label={texts.recoveryCodes}>
          {data.recovery.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <CodeForm text={texts.confirm} />
    </div>
  );
}

function CodeForm({ text }: { readonly text: string }) {
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const { phase, refusal, run } = useSend(submitStaffCode, {
    onAccepted: (answer) => {
      setWrong(wrongCodeText(answer));
      setCode('');
      again();
    },
    onRefused: () => true,
  });
  return (
    <Form
      className="grid gap-4"
      onSubmit={() => {
        if (code.trim().length >= 6) void run({ code });
      }}
    >
      <p className="text-fg-2">{text}</p>
      <TextField
        label={texts.code}
        className="max-w-64"
        autoComplete="one-time-code"
        autoFocus
        spellCheck={false}
        maxLength={40}
        value={code}
        error={refusal?.text ?? wrong}
        onChange={setCode}
      />
      <Button type="submit" variant="primary" className="justify-self-start" busy={phase === 'sent'}>
        {texts.continue}
      </Button>
    </Form>
  );
}
