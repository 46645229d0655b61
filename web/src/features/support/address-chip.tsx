/**
 * Shown to a player in place of an address in a ticket: their own deposit address of that coin, freshly fetched from the address list. So no one
 * who can write or change a ticket can show the player another address (rulings 1.7).
 */
import { Copy } from 'lucide-react';
import { listCryptoWallets, type Coin } from '@fairpot/contract/crypto/calls';
import { addressWords } from '@fairpot/contract/support/calls';
import { messages } from '../../messages.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { copyText } from '../../ui/controls/copy-text.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { texts } from './texts.ts';

export function AddressChip({ coin }: { readonly coin: Coin | null }) {
  if (coin === null) {
    return (
      <span className="ticket-chip ticket-chip-removed">
        <strong>{addressWords(null)}</strong>
        <span className="text-xs">{texts.chipOther}</span>
      </span>
    );
  }
  return <OwnAddress coin={coin} />;
}

function OwnAddress({ coin }: { readonly coin: Coin }) {
  const { data } = useAsk(listCryptoWallets, {}, { staleTime: 60_000 });
  const address = data?.find(({ coinName }) => coinName === coin)?.wallet;
  return (
    <span className="ticket-chip">
      <strong>{addressWords(coin)}</strong>
      {address !== undefined && (
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 flex-1 font-mono text-xs wrap-anywhere">{address}</code>
          <button
            type="button"
            aria-label={texts.copyAddress(coin)}
            onClick={() => void copyText(address, messages.done.addressCopied)}
            className="grid size-(--control) shrink-0 place-items-center rounded-md text-fg-2 hover:text-fg"
          >
            <Copy aria-hidden size={16} />
          </button>
        </span>
      )}
      <span className="text-xs text-fg-2">
        {data !== undefined && address === undefined ? texts.chipClosed : texts.chipOwn}{' '}
        <Link to="/deposit" className="underline">
          {messages.nav.deposit}
        </Link>
      </span>
    </span>
  );
}
