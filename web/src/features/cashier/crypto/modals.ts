/** Registers the crypto windows with the modal host. Imported by the cashier's lists and forms, never by a window; each loads when first opened. */
import type { Coin } from '@fairpot/contract/crypto/calls';
import { registerModal } from '../../../platform/page/modal.ts';
import { texts } from './texts.ts';

declare module '../../../platform/page/modal.ts' {
  interface ModalViews {
    /** One deposit, from I PAID to its end. */
    'crypto.deposit': { readonly orderId: string };
    /** A deposit address, large enough to scan from a distance. */
    'crypto.address': { readonly coin: Coin; readonly address: string; readonly signature: string };
    'crypto.withdraw': Record<string, never>;
    /** One withdrawal, from the request to its end. */
    'crypto.withdrawal': { readonly withdrawalId: string };
  }
}

registerModal('crypto.deposit', {
  title: texts.windows.deposit,
  load: () => import('./deposit/deposit-modal.tsx').then((module) => module.DepositModal),
});
registerModal('crypto.address', {
  title: texts.windows.address,
  size: 'sm',
  load: () => import('./deposit/address-modal.tsx').then((module) => module.AddressModal),
});
registerModal('crypto.withdraw', {
  title: texts.windows.withdraw,
  load: () => import('./withdraw/withdraw-modal.tsx').then((module) => module.WithdrawModal),
});
registerModal('crypto.withdrawal', {
  title: texts.windows.withdrawal,
  load: () => import('./withdraw/withdrawal-modal.tsx').then((module) => module.WithdrawalModal),
});
