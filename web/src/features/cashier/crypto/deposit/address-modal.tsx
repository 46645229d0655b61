/** The Crypto address window: an own deposit address, large. */
import { messages } from '../../../../messages.ts';
import { closeModal, type ModalViews } from '../../../../platform/page/modal.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { CheckedAddress } from './checked-address.tsx';
import { AddressLine } from './pay-to.tsx';
import { Qr } from '../../../../ui/values/qr.tsx';
import { coinOnNetwork } from '../sums.ts';

export function AddressModal({ coin, address, signature }: ModalViews['crypto.address']) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-fg-2">
        Your Fairpot {coin} deposit address. Send <strong className="text-fg">{coinOnNetwork(coin)}</strong> and nothing
        else.
      </p>
      <CheckedAddress coin={coin} address={address} signature={signature}>
        <Qr text={address} label={`QR code of your ${coin} address`} />
        <AddressLine coin={coin} address={address} />
      </CheckedAddress>
      <Button size="lg" onClick={closeModal}>
        {messages.modal.closeUpper}
      </Button>
    </div>
  );
}
