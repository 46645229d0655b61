/** Tokens that came to own addresses and are not taken: shown, so that nobody waits for them. Nothing where there are none. */
import { useQuery } from '@tanstack/react-query';
import { listCryptoStrays } from '@fairpot/contract/crypto/calls';
import { messages } from '../../../../messages.ts';
import { ask } from '../../../../platform/calls/api.ts';
import { keyOf, refetchAll } from '../../../../platform/calls/query-client.ts';
import { useTopic } from '../../../../platform/live/live.ts';
import { ButtonLink } from '../../../../ui/controls/button.tsx';
import { CopyText } from '../../../../ui/controls/copy-text.tsx';
import { formatDayTime } from '../../../../ui/values/time.ts';

const again = () => void refetchAll(listCryptoStrays);

export function StrayList() {
  useTopic('player', {
    apply: (envelopes) => {
      if (envelopes.some(({ body }) => (body as unknown as { type: string }).type === 'crypto.stray')) again();
    },
    resync: again,
  });
  const { data } = useQuery({
    queryKey: keyOf(listCryptoStrays, {}),
    queryFn: ({ signal }) => ask(listCryptoStrays, {}, { signal }),
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="grid gap-3 border-t border-line px-4 py-3 lg:px-6">
      <h3 className="text-sm font-bold">Tokens that are not taken</h3>
      <p className="max-w-[68ch] text-xs text-fg-2">
        Only TRX, USDT, BTC and ETH are credited. Anybody can send any token to an address, under any name: those that
        you did not send yourself are best left alone. If one was yours, support can tell you whether it can be sent
        back.
      </p>
      <ul aria-label="Tokens that are not taken" className="grid gap-2">
        {data.map(({ txid, contract, networkName, at }) => (
          <li key={`${txid} ${contract}`} className="grid gap-1 rounded-md border border-line bg-ink-3 p-3 text-xs">
            <p className="flex flex-wrap justify-between gap-x-4 text-fg-2">
              <span>
                A token of {networkName}, not credited: <code className="font-mono wrap-anywhere">{contract}</code>
              </span>
              <time dateTime={new Date(at).toISOString()}>{formatDayTime(at)}</time>
            </p>
            <CopyText text={txid} label="transaction" />
          </li>
        ))}
      </ul>
      <ButtonLink to="/support" className="justify-self-start">
        {messages.nav.support}
      </ButtonLink>
    </section>
  );
}
