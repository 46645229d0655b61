/** The Crypto address window: one of the player's deposit addresses, enlarged. */
import { messages } from '../../../../messages.ts';
import { closeModal, type ModalViews } from '../../../../platform/page/modal.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { CheckedAddress } from './checked-address.tsx';
import { AddressLine } from './pay-to.tsx';
import { Qr } from '../../../../ui/values/qr.tsx';
import { coinOnNetwork } from '../sums.ts';
import { texts } from './texts.ts';

export function AddressModal({ coin, address, signature }: ModalViews['crypto.address']) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-fg-2">
        {texts.address.windowLead(coin)} <strong className="text-fg">{coinOnNetwork(coin)}</strong>.
      </p>
      <CheckedAddress coin={coin} address={address} signature={signature}>
        <Qr text={address} label={texts.address.qr(coin)} />
        <AddressLine coin={coin} address={address} />
      </CheckedAddress>
      <Button size="lg" onClick={closeModal}>
        {messages.modal.closeUpper}
      </Button>
    </div>
  );
}
