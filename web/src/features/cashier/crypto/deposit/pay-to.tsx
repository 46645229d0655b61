/** Where a payment goes: the whole address, as text to copy and as a QR code, and in a demo a link that pays it. */
import { Check, Copy, Maximize2, TriangleAlert, Wallet } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Coin } from '@fairpot/contract/crypto/calls';
import { messages } from '../../../../messages.ts';
import { openModal } from '../../../../platform/page/modal.ts';
import { useSettings } from '../../../../platform/page/settings.ts';
import { Button, buttonClass } from '../../../../ui/controls/button.tsx';
import { copyText } from '../../../../ui/controls/copy-text.tsx';
import { Qr } from '../../../../ui/values/qr.tsx';
import { CheckedAddress } from './checked-address.tsx';
import { coinOnNetwork } from '../sums.ts';
import { texts as depositTexts } from './texts.ts';

const texts = depositTexts.address;

export interface PayToProps {
  readonly coin: Coin;
  readonly address: string;
  /** The offline key's signature over the address. */
  readonly signature: string;
  /** Coins to send; null while unknown. */
  readonly amount: string | null;
  /** Whether the QR code opens the larger one. Off inside a window, as windows do not stack. */
  readonly enlarge?: boolean;
}

/** The address is not on the page before it was checked. */
export function PayTo(props: PayToProps) {
  const { coin, address, signature } = props;
  return (
    <CheckedAddress coin={coin} address={address} signature={signature}>
      <Shown {...props} />
    </CheckedAddress>
  );
}

function Shown({ coin, address, signature, amount, enlarge = false }: PayToProps) {
  return (
    <div className="@container">
      <div className="grid gap-4 @min-[420px]:grid-cols-[148px_minmax(0,1fr)]">
        <div className="mx-auto w-full max-w-[220px]">
          {enlarge ? (
            <button
              type="button"
              aria-label={texts.enlarge(coin)}
              onClick={() => openModal('crypto.address', { coin, address, signature })}
              className="relative block w-full rounded-md"
            >
              <Qr text={address} label={texts.qr(coin)} />
              <span className="absolute right-1 bottom-1 grid size-7 place-items-center rounded-sm bg-ink-2 text-fg">
                <Maximize2 aria-hidden size={14} />
              </span>
            </button>
          ) : (
            <Qr text={address} label={texts.qr(coin)} />
          )}
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <AddressLine coin={coin} address={address} />
          <p className="flex gap-2 text-xs text-fg-2">
            <TriangleAlert aria-hidden size={15} className="mt-px shrink-0 text-warn" />
            <span>
              {texts.sendOnly} <strong className="text-fg">{coinOnNetwork(coin)}</strong>
              {texts.sendOnlyAfter}
            </span>
          </p>
          <PayInDemo coin={coin} address={address} amount={amount} />
        </div>
      </div>
    </div>
  );
}

/** The whole address, never shortened: its middle matters too. */
export function AddressLine({ coin, address }: Pick<PayToProps, 'coin' | 'address'>) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => setCopied(await copyText(address, messages.done.addressCopied));
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-semibold">{texts.yours(coin)}</p>
      <div className="flex items-center gap-1 rounded-md border border-line bg-ink-0 py-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{address}</code>
        <Button
          variant="quiet"
          className="shrink-0"
          icon={copied ? <Check aria-hidden size={16} className="text-ok" /> : <Copy aria-hidden size={16} />}
          aria-label={texts.copyYours(coin)}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
      </div>
    </div>
  );
}

/** Demo only: a link to the simulated wallet that pays this amount. */
function PayInDemo({ coin, address, amount }: Pick<PayToProps, 'coin' | 'address' | 'amount'>) {
  const demo = useSettings()?.global.mode === 'demo';
  if (!demo || amount === null) return null;
  const bill = new URLSearchParams({ coin, address, amount });
  return (
    <div className="grid gap-1">
      <a
        href={`/sim/wallet/pay?${bill.toString()}`}
        target="_blank"
        rel="noopener"
        className={buttonClass('secondary')}
      >
        <Wallet aria-hidden size={16} />
        {texts.pay}
      </a>
      <p className="text-xs text-fg-2">{texts.payDemo}</p>
    </div>
  );
}
