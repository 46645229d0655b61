/** The player's trade link: entry, saved state, and a link to it on Steam. On the profile, and where a trade needs it. */
import { CircleCheck, ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { setTradeLink, readTradeLink, tradeLinkOf } from '@fairpot/contract/trades/calls';
import type { User } from '@fairpot/contract/user/schemas';
import { useSend } from '../platform/calls/use-call.ts';
import { refreshUser } from '../platform/page/session.ts';
import { useSettings } from '../platform/page/settings.ts';
import { toastSuccess } from '../platform/page/toasts.ts';
import { Button } from '../ui/controls/button.tsx';
import { Form, TextField } from '../ui/controls/fields.tsx';
import { focusField } from '../ui/controls/focus-field.ts';
import { texts as tradeTexts } from './texts.ts';

const texts = tradeTexts.tradeLink;

export interface TradeLinkFormProps {
  readonly user: User;
  /** Each new object, a request by a trade, focuses the field. */
  readonly focus?: object | null;
  readonly onSaved?: () => void;
}

export function TradeLinkForm({ user, focus = null, onSaved }: TradeLinkFormProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus === null) return;
    field.current?.scrollIntoView({ block: 'center' });
    field.current?.focus({ preventScroll: true });
  }, [focus]);
  const saved = user.tradeToken === '' ? '' : tradeLinkOf(user.steamid, user.tradeToken);
  // Null: shows the saved link, also when it was changed in another browser meanwhile.
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const text = typed ?? saved;
  const saving = useSend(setTradeLink, {
    onAccepted: () => {
      toastSuccess(texts.saved);
      void refreshUser().then(() => {
        setTyped(null);
        onSaved?.();
      });
    },
    onRefused: (refusal) => setProblem(refusal.text),
  });
  const save = () => {
    const wrong = readTradeLink(text) === null;
    setProblem(wrong ? refusalText('TRADE_LINK_BAD') : null);
    if (!wrong) void saving.run({ tradeLink: text.trim() });
    return !wrong;
  };
  const isSaved = saved !== '' && text.trim() === saved;
  return (
    <Form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        if (!save()) focusField(event);
      }}
    >
      <TextField
        ref={field}
        label={texts.label}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        placeholder={texts.placeholder}
        value={text}
        error={problem}
        hint={texts.hint}
        onChange={(value) => {
          setTyped(value);
          setProblem(null);
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <WhereToFind steamid={user.steamid} />
        {isSaved ? (
          <p className="flex min-h-(--control) items-center gap-1.5 text-sm font-semibold text-ok">
            <CircleCheck aria-hidden size={16} /> {texts.isSaved}
          </p>
        ) : (
          <Button type="submit" variant="primary" busy={saving.phase === 'sent'}>
            {texts.save}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** A link to Steam's page with the trade link; in a demo, to the simulated Steam's on this site. */
function WhereToFind({ steamid }: { readonly steamid: string }) {
  const settings = useSettings();
  if (settings === undefined) return null;
  const path = '/tradeoffers/privacy';
  const href =
    settings.global.mode === 'demo'
      ? `/sim/steam/profiles/${steamid}${path}`
      : `https://steamcommunity.com/profiles/${steamid}${path}`;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-(--control) items-center gap-1.5 text-sm font-semibold underline"
    >
      {texts.find} <ExternalLink aria-hidden size={14} />
    </a>
  );
}
