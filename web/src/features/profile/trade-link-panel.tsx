/** The own trade link: entry, saved state, and where Steam shows it. Without one nothing can be traded (spec 5). */
import { CircleCheck, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { putTradeLink, readTradeLink, tradeLinkOf } from '@fairpot/contract/trades/calls';
import type { User } from '@fairpot/contract/user/schemas';
import { useSend } from '../../platform/calls/use-call.ts';
import { refreshUser } from '../../platform/page/session.ts';
import { useSettings } from '../../platform/page/settings.ts';
import { toastSuccess } from '../../platform/page/toasts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/fields.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

export function TradeLinkPanel({ user }: { readonly user: User }) {
  const saved = user.tradeToken === '' ? '' : tradeLinkOf(user.steamid, user.tradeToken);
  // Null: as it is saved. A link that is saved elsewhere meanwhile shows as long as nothing was written here.
  const [written, setWritten] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const text = written ?? saved;
  const putting = useSend(putTradeLink, {
    onAccepted: () => {
      toastSuccess('Your trade link is saved');
      void refreshUser().then(() => setWritten(null));
    },
    onRefused: (refusal) => setProblem(refusal.text),
  });
  const save = () => {
    const wrong = readTradeLink(text) === null;
    setProblem(wrong ? refusalText('TRADE_LINK_BAD') : null);
    if (!wrong) void putting.run({ tradeLink: text.trim() });
  };
  const isSaved = saved !== '' && text.trim() === saved;
  return (
    <Panel title="Trade link">
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label="Your trade link"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          placeholder="https://steamcommunity.com/tradeoffer/new/?partner=…&token=…"
          value={text}
          error={problem}
          hint="Deposits and withdrawals of items go to this Steam account. It has to be your own."
          onChange={(event) => {
            setWritten(event.target.value);
            setProblem(null);
          }}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <WhereToFind steamid={user.steamid} />
          {isSaved ? (
            <p className="flex min-h-(--control) items-center gap-1.5 text-sm font-semibold text-ok">
              <CircleCheck aria-hidden size={16} /> Saved
            </p>
          ) : (
            <Button type="submit" variant="primary" busy={putting.phase === 'sent'} disabled={text.trim() === ''}>
              Save
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

/** Steam's own page; in a demo that of the simulated one, on this site. */
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
      Where Steam shows it <ExternalLink aria-hidden size={14} />
    </a>
  );
}
