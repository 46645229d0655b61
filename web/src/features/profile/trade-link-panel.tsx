/** The player's trade link: entry, saved state, and a link to it on Steam. Without one, trades are not possible (spec 5). */
import { CircleCheck, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { setTradeLink, readTradeLink, tradeLinkOf } from '@fairpot/contract/trades/calls';
import type { User } from '@fairpot/contract/user/schemas';
import { useSend } from '../../platform/calls/use-call.ts';
import { refreshUser } from '../../platform/page/session.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { toastSuccess } from '../../platform/page/toasts.ts';
import { returnSelection } from '../../trade-kit/kept-selection.ts';
import { isReturning } from '../../trade-kit/trade-link.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Form, TextField } from '../../ui/controls/fields.tsx';
import { focusField } from '../../ui/controls/focus-field.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { texts as profileTexts } from './texts.ts';

const texts = profileTexts.tradeLink;

export function TradeLinkPanel({ user }: { readonly user: User }) {
  const navigate = useNavigate();
  // A trade that needs the link led here: back to it.
  const returns = isReturning(useLocation().state);
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
        if (!returns) return;
        returnSelection();
        void navigate(-1);
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
    <Panel title={texts.title}>
      <Form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          if (!save()) focusField(event);
        }}
      >
        <TextField
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
    </Panel>
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
