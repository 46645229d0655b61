/** The player's API keys: list with last use, revoking, and creating one, which is shown once. */
import { KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { createApiKey, listApiKeys, MAX_API_KEYS, MAX_KEY_NAME, revokeApiKey } from '@fairpot/contract/keys/calls';
import type { OwnApiKey } from '@fairpot/contract/keys/schemas';
import { API_SCOPES, type ApiScope } from '@fairpot/contract/wire/permissions';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import { serverNow } from '../../../platform/live/clock.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { Form, Switch, TextField, useField } from '../../../ui/controls/fields.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { NoAnswer } from '../../../ui/states/states.tsx';
import { formatDateTime } from '../../../platform/page/time.ts';
import { newApiKey } from './new-key.ts';
import { SignInAgain } from './sign-in-again.tsx';
import { texts as accountTexts } from './texts.ts';

const texts = accountTexts.keys;

export function ApiKeysPanel() {
  const { data, error, refetch } = useAsk(listApiKeys, {}, { staleTime: 0 });
  return (
    <Panel title={texts.title} actions={<Guide />} flush>
      <p className="px-4 pt-4 text-sm text-fg-2 lg:px-6">{texts.about}</p>
      {!data ? (
        <NoAnswer error={error} refetch={refetch} className="m-4 h-32" />
      ) : (
        <>
          {data.keys.length === 0 ? (
            <p className="px-4 pt-3 text-sm text-fg-3 lg:px-6">{texts.empty}</p>
          ) : (
            <ul aria-label={texts.list} className="mt-3 divide-y divide-line border-y border-line">
              {data.keys.map((key) => (
                <Key key={key.id} apiKey={key} />
              ))}
            </ul>
          )}
          <div className="p-4 lg:p-6">
            {data.keys.length >= MAX_API_KEYS ? (
              <p className="text-sm text-fg-2">{texts.full(MAX_API_KEYS)}</p>
            ) : (
              <NewKey mayPlay={data.mayPlay} freshUntil={data.freshUntil} />
            )}
          </div>
        </>
      )}
    </Panel>
  );
}

function Guide() {
  return (
    <Link to="/developers" className="text-sm font-semibold text-fg-2 underline underline-offset-2 hover:text-fg">
      {texts.guide}
    </Link>
  );
}

function Key({ apiKey }: { readonly apiKey: OwnApiKey }) {
  const { id, name, scopes, createdAt, lastUsedAt, sameAddress, otherAddressAt } = apiKey;
  const revoking = useSend(revokeApiKey, {
    onAccepted: () => {
      toastSuccess(texts.revoked(name));
      void refetchAll(listApiKeys);
    },
  });
  const used =
    lastUsedAt === null
      ? texts.neverUsed
      : texts.used(formatDateTime(lastUsedAt)) + (sameAddress ? texts.sameAddress : texts.otherAddress);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 lg:px-6">
      <KeyRound aria-hidden size={20} className="text-fg-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-bold wrap-anywhere">
          {name}
          {scopes.map((scope) => (
            <span key={scope} className="rounded-sm bg-ink-4 px-1.5 py-0.5 text-xs font-semibold text-fg-2">
              {texts.scopes[scope]}
            </span>
          ))}
        </p>
        <p className="text-xs text-fg-2">
          {texts.created(formatDateTime(createdAt))}
          {used}
        </p>
        {otherAddressAt !== null && (
          <p className="mt-1 flex items-start gap-1.5 text-xs font-semibold text-warn">
            <TriangleAlert aria-hidden size={14} className="mt-px shrink-0" />
            {texts.twoPlaces(formatDateTime(otherAddressAt))}
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        busy={revoking.phase === 'sent'}
        aria-label={texts.revokeOne(name)}
        onClick={() => void revoking.run({ id })}
      >
        {texts.revoke}
      </Button>
    </li>
  );
}

interface NewKeyProps {
  readonly mayPlay: boolean;
  /** Until when the sign-in is recent enough. */
  readonly freshUntil: number;
}

function NewKey({ mayPlay, freshUntil }: NewKeyProps) {
  const { text: name, setText: setName, setProblem, field } = useField();
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['read']);
  const [isStale, setIsStale] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const creating = useSend(createApiKey, {
    onAccepted: () => void refetchAll(listApiKeys),
    onRefused: ({ code, text }) => {
      if (code === 'SIGN_IN_AGAIN') setIsStale(true);
      else setProblem(text);
      return code === 'SIGN_IN_AGAIN';
    },
  });
  const create = async (): Promise<void> => {
    if (freshUntil <= serverNow()) return setIsStale(true);
    if (name.trim() === '' || scopes.length === 0) return setProblem(texts.missing);
    setProblem(null);
    const { key, hash } = newApiKey();
    if ((await creating.run({ name, scopes: [...scopes], hash })) === undefined) return;
    setMade(key);
    setName('');
  };
  const allow = (scope: ApiScope, on: boolean) =>
    setScopes(API_SCOPES.filter((each) => (each === scope ? on : scopes.includes(each))));
  if (made !== null) return <MadeKey value={made} onDone={() => setMade(null)} />;
  return (
    <Form className="grid gap-4" noValidate onSubmit={create}>
      <TextField label={texts.name} hint={texts.nameHint} autoComplete="off" maxLength={MAX_KEY_NAME} {...field} />
      <fieldset className="grid gap-2">
        <legend className="text-sm font-semibold text-fg-2">{texts.allow}</legend>
        {API_SCOPES.map((scope) => (
          <Switch
            key={scope}
            label={texts.scopes[scope]}
            hint={scope === 'play' && !mayPlay ? texts.hints.playOff : texts.hints[scope]}
            checked={scopes.includes(scope)}
            onChange={(on) => allow(scope, on)}
          />
        ))}
      </fieldset>
      {isStale && <SignInAgain what={accountTexts.signIn.key} />}
      <Button type="submit" variant="primary" busy={creating.phase === 'sent'} className="justify-self-start">
        {texts.create}
      </Button>
    </Form>
  );
}

function MadeKey({ value, onDone }: { readonly value: string; readonly onDone: () => void }) {
  return (
    <div role="status" className="grid gap-3 rounded-md border border-volt p-4">
      <p className="text-sm font-bold">{texts.newKey}</p>
      <CopyText text={value} label={texts.newKey} done={texts.copied} />
      <p className="text-xs text-fg-2">{texts.once}</p>
      <Button className="justify-self-start" onClick={onDone}>
        {texts.done}
      </Button>
    </div>
  );
}
