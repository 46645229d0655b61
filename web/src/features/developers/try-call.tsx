/** Makes a call as a program would: with an API key, never with the session of this browser. Commands in a demo only. */
import { useState } from 'react';
import { newActionKey } from '../../platform/calls/api.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Form, TextField } from '../../ui/controls/fields.tsx';
import { CodeBlock } from './code-block.tsx';
import { addressOf, sampleOf, type ApiCall } from './openapi.ts';
import { texts as pageTexts } from './texts.ts';

const texts = pageTexts.trying;
const MAX_SHOWN = 20_000;

/** Of this page, so that the reader enters it once. In memory only. */
let keptKey = '';

interface TriedCall {
  readonly line: string;
  readonly text: string;
}

export function TryCall({ call }: { readonly call: ApiCall }) {
  const mode = useSettings()?.global.mode;
  const body = call.operation.requestBody?.content['application/json'].schema;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [sent, setSent] = useState(() => (body ? JSON.stringify(sampleOf(body), null, 2) : ''));
  const [key, setKey] = useState(keptKey);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [tried, setTried] = useState<TriedCall | null>(null);
  if (call.method === 'POST' && mode !== 'demo') return <p className="text-sm text-fg-3">{texts.onlyReads}</p>;

  const send = async (): Promise<void> => {
    if (body && !isJson(sent)) return setProblem(texts.badBody);
    setProblem(null);
    setIsBusy(true);
    try {
      setTried(await make(call, addressOf(call, values), body ? sent : null, key.trim()));
    } catch {
      setProblem(texts.failed);
    } finally {
      setIsBusy(false);
    }
  };
  const fields = call.operation.parameters.filter((parameter) => parameter.in !== 'header');
  return (
    <Form className="grid gap-3" noValidate onSubmit={send}>
      <div className="grid gap-3 @min-[640px]:grid-cols-2">
        {call.access !== 'public' && (
          <TextField
            label={texts.key}
            hint={texts.keyHint}
            placeholder={texts.keyPlaceholder}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(value) => {
              keptKey = value;
              setKey(value);
            }}
          />
        )}
        {fields.map(({ name, required }) => (
          <TextField
            key={name}
            label={required ? `${name} (${pageTexts.reference.required})` : name}
            autoComplete="off"
            spellCheck={false}
            value={values[name] ?? ''}
            onChange={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
      </div>
      {body && (
        <label className="grid gap-1.5 text-sm font-semibold">
          {pageTexts.reference.body}
          <textarea
            rows={Math.min(12, sent.split('\n').length + 1)}
            spellCheck={false}
            value={sent}
            onChange={({ target }) => setSent(target.value)}
            className="rounded-md border border-line-strong bg-ink-1 p-3 font-mono text-xs leading-5 hover:border-fg-2"
          />
        </label>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isBusy}>
          {texts.send}
        </Button>
        {problem !== null && (
          <p role="alert" className="text-sm font-semibold text-bad">
            {problem}
          </p>
        )}
      </div>
      {tried && (
        <div role="status" className="grid gap-2">
          <p className="font-mono text-xs wrap-anywhere text-fg-2">{tried.line}</p>
          <CodeBlock label={texts.result} code={tried.text} />
        </div>
      )}
    </Form>
  );
}

/** The call, and what came back: a line with status and limits, and the body. */
async function make(call: ApiCall, address: string, body: string | null, key: string): Promise<TriedCall> {
  const reply = await fetch(address, {
    method: call.method,
    credentials: 'omit',
    headers: {
      accept: 'application/json',
      ...(key !== '' && call.access !== 'public' && { authorization: `Bearer ${key}` }),
      ...(body !== null && { 'content-type': 'application/json', 'idempotency-key': newActionKey() }),
    },
    body,
  });
  const text = await reply.text();
  const pretty = isJson(text) ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const limits = reply.headers.get('ratelimit');
  return {
    line: [`${call.method} ${address}`, String(reply.status), ...(limits === null ? [] : [limits])].join(' · '),
    text: pretty.length > MAX_SHOWN ? `${pretty.slice(0, MAX_SHOWN)}\n… ${texts.more}` : pretty,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
