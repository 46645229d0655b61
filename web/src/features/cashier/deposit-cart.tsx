/**
 * The cart in deposit mode: the chosen Steam items, what they are credited as, and the button that orders the offer.
 * Cleared after every attempt, as the spec says, except for a missing trade link; the reason of a failure stays on screen.
 */
import { useState } from 'react';
import type { SteamItem } from '@fairpot/contract/inventory/schemas';
import { centsFromUsd, formatUsd, plainUsd, type Cents } from '@fairpot/contract/wire/money';
import { depositBySteam } from '@fairpot/contract/trades/calls';
import { refusalText } from '@fairpot/contract/wire/refusals';
import type { Picker } from '../../games-kit/inventory/use-picker.ts';
import { messages } from '../../messages.ts';
import { useDepositStop } from '../../trade-kit/deposit-stop.ts';
import { refetchOrders } from '../../trade-kit/orders/use-orders.ts';
import { CartLine, CartLines, CartNote, CartPanel, CartRows } from '../../trade-kit/cart/cart.tsx';
import '../../trade-kit/modals.ts';
import type { SteamGame } from '../../trade-kit/steam-items/steam-model.ts';
import { useTradeLinkGuard } from '../../trade-kit/trade-link.tsx';
import { openModal } from '../../platform/page/modal.ts';
import { usePaused, useSettings } from '../../platform/page/settings.ts';
import { TOAST_MS, toastError } from '../../platform/page/toasts.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Choice } from '../../ui/controls/choice.tsx';
import { texts as cashierTexts } from './texts.ts';

const texts = cashierTexts.cart;

/** Where the bar of narrow screens (`cart-bar.tsx`) leads to. */
export const CART_ID = 'deposit-cart';

export interface DepositCartProps {
  readonly picker: Picker;
  readonly chosen: readonly SteamItem[];
  readonly game: SteamGame;
  /** Whether items of this game are accepted now (`deposit.appIds`). */
  readonly taken: boolean;
}

const TARGETS = [
  { value: 'balance', label: texts.asBalance },
  { value: 'items', label: texts.asItems },
] as const;

export function DepositCart({ picker, chosen, game, taken }: DepositCartProps) {
  const [target, setTarget] = useState<'balance' | 'items'>('balance');
  const guard = useTradeLinkGuard();
  const settings = useSettings();
  const minimum = settings === undefined ? null : centsFromUsd(settings.deposit.mindep);
  const sending = useSend(depositBySteam, {
    onAccepted: ({ orderId }) => {
      picker.choose([]);
      refetchOrders();
      openModal('trade.confirm', { orderId });
    },
    onRefused: (refusal) => {
      if (guard.handleRefusal(refusal)) return true;
      picker.choose([]);
      if (refusal.code === 'DEPOSIT_TOO_LOW' && minimum !== null) return toastMinimum(minimum);
      return false;
    },
  });
  const { total } = picker;
  const stop = useDepositStop(total);
  const paused = usePaused('deposit');
  const premium = target === 'balance' ? chosen.find((item) => item.premium) : undefined;
  const tooLow = minimum !== null && total > 0 && total < minimum;
  const deposit = () => {
    if (tooLow) return void toastMinimum(minimum);
    if (!guard.check()) return;
    const steamItems = chosen.map(({ assetid, contextid }) => ({ assetid, contextid, appid: game }));
    void sending.run({ steamItems, convertToBalance: target === 'balance' });
  };
  return (
    <CartPanel onClear={chosen.length > 0 ? () => picker.choose([]) : undefined}>
      <CartRows
        rows={chosen.map((item) => ({
          id: item.assetId,
          skin: item,
          cents: centsFromUsd(item.priceUsd),
          details: item.details,
        }))}
        onRemove={picker.press}
        empty={texts.depositEmpty}
      />
      <Choice legend={texts.creditAs} options={TARGETS} value={target} onChange={setTarget} />
      <CartLines>
        {minimum !== null && <CartLine name={texts.minDeposit} cents={minimum} />}
        <CartLine name={texts.total} cents={total} large />
      </CartLines>
      {guard.field}
      {taken && (
        <Button
          variant="primary"
          size="lg"
          busy={sending.phase === 'sent'}
          disabled={paused || total === 0 || stop !== null || premium !== undefined}
          onClick={deposit}
        >
          {stop !== null ? stop.short : total === 0 ? messages.nav.deposit : texts.depositSum(formatUsd(total))}
        </Button>
      )}
      <p role="status" className="text-sm font-semibold text-warn empty:hidden">
        {paused
          ? messages.say.systemPaused
          : (stop?.text ?? (premium && premiumText(premium)) ?? (tooLow ? minimumText(minimum) : null))}
      </p>
      {sending.refusal && <p className="text-sm font-semibold text-bad">{sending.refusal.text}</p>}
      <CartNote>{texts.depositNote}</CartNote>
    </CartPanel>
  );
}

/** As the server refuses it. */
function premiumText({ name, itemName, itemType }: SteamItem): string {
  const whole = itemName === '' ? name : `${name} | ${itemName}`;
  return refusalText('ITEM_PREMIUM', { name: itemType === '' ? whole : `${whole} (${itemType})` });
}

function minimumText(minimum: Cents): string {
  return messages.say.minDeposit(plainUsd(minimum));
}

/** Shows the minimum deposit for ten seconds (spec 8). Returns true, for `onRefused`: the refusal is handled. */
function toastMinimum(minimum: Cents): true {
  toastError(minimumText(minimum), { durationMs: TOAST_MS.long });
  return true;
}
