/** Unsupported tokens that arrived at the player's addresses, so that the player does not wait for them. Renders nothing if there are none. */
import { listCryptoStrays } from '@fairpot/contract/crypto/calls';
import { messages } from '../../../../messages.ts';
import { refetchAll } from '../../../../platform/calls/query-client.ts';
import { useTopic } from '../../../../platform/live/live.ts';
import { ButtonLink } from '../../../../ui/controls/button.tsx';
import { CopyText } from '../../../../ui/controls/copy-text.tsx';
import { texts as shared } from '../texts.ts';
import { texts as depositTexts } from './texts.ts';
import { formatDayTime } from '../../../../platform/page/time.ts';
import { useAsk } from '../../../../platform/calls/use-call.ts';

const texts = depositTexts.strays;
const reload = () => void refetchAll(listCryptoStrays);

export function StrayList() {
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(({ body }) => body.type === 'crypto.stray')) reload();
    },
    resync: reload,
  });
  const { data } = useAsk(listCryptoStrays, {});
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="grid gap-3 border-t border-line px-4 py-3 lg:px-6">
      <h3 className="text-sm font-bold">{texts.title}</h3>
      <p className="max-w-[68ch] text-xs text-fg-2">{texts.text}</p>
      <ul aria-label={texts.title} className="grid gap-2">
        {data.map(({ txid, contract, networkName, at }) => (
          <li key={`${txid} ${contract}`} className="grid gap-1 rounded-md border border-line bg-ink-3 p-3 text-xs">
            <p className="flex flex-wrap justify-between gap-x-4 text-fg-2">
              <span>
                {texts.token(networkName)} <code className="font-mono wrap-anywhere">{contract}</code>
              </span>
              <time dateTime={new Date(at).toISOString()}>{formatDayTime(at)}</time>
            </p>
            <CopyText text={txid} label={shared.copiedTransaction} />
          </li>
        ))}
      </ul>
      <ButtonLink to="/support" className="justify-self-start">
        {messages.nav.support}
      </ButtonLink>
    </section>
  );
}
