/**
 * The cart in withdraw mode: the chosen site items, what the rules allow, and the button that orders the trade.
 * Cleared after every attempt, as the spec says, except for a missing trade link; the reason of a failure stays on screen.
 */
import { withdrawBySteam } from '@fairpot/contract/trades/calls';
import type { WithdrawItem } from '@fairpot/contract/trades/schemas';
import { cents, centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import type { Picker } from '../../games-kit/inventory/use-picker.ts';
import { messages } from '../../messages.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { openModal } from '../../platform/page/modal.ts';
import { useSession } from '../../platform/page/session.ts';
import { usePaused } from '../../platform/page/settings.ts';
import { TOAST_MS, toastError } from '../../platform/page/toasts.ts';
import { CartLine, CartLines, CartNote, CartPanel, CartRows } from '../../trade-kit/cart/cart.tsx';
import '../../trade-kit/modals.ts';
import { refetchOrders } from '../../trade-kit/orders/use-orders.ts';
import { steamTexts, texts as tradeTexts } from '../../trade-kit/texts.ts';
import { useTradeLinkGuard } from '../../trade-kit/trade-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { texts as cashierTexts } from './texts.ts';
import { refundableCentsOf, checkWithdrawal, type ItemWithdrawTerms } from './withdraw-model.ts';

const texts = cashierTexts.cart;

/** Where the bar of narrow screens (`cart-bar.tsx`) leads to. */
export const CART_ID = 'withdraw-cart';

export interface WithdrawCartProps {
  readonly picker: Picker;
  readonly chosen: readonly WithdrawItem[];
  /** Undefined while loading: nothing can be ordered without them. */
  readonly terms: (ItemWithdrawTerms & { readonly frozenAt: number | null }) | undefined;
}

export function WithdrawCart({ picker, chosen, terms }: WithdrawCartProps) {
  const { user } = useSession();
  const guard = useTradeLinkGuard();
  const sending = useSend(withdrawBySteam, {
    onAccepted: ({ orderId }) => {
      picker.choose([]);
      refetchOrders();
      openModal('trade.confirm', { orderId });
    },
    onRefused: (refusal) => {
      if (guard.handleRefusal(refusal)) return true;
      picker.choose([]);
      refetchOrders();
      if (refusal.code !== 'WITHDRAW_LEVEL') return false;
      toastError(messages.say.needLevel10, { durationMs: TOAST_MS.long });
      return true;
    },
  });
  const { total } = picker;
  const paused = usePaused('withdraw');
  const check = terms === undefined ? { problem: null, note: null } : checkWithdrawal(chosen, terms);
  const belowLevel = terms !== undefined && terms.level < terms.levelNeeded;
  const withdraw = () => {
    if (guard.check()) void sending.run({ inventoryIds: chosen.map(({ id }) => id) });
  };
  return (
    <CartPanel onClear={chosen.length > 0 ? () => picker.choose([]) : undefined}>
      <CartRows
        rows={chosen.map(({ id, item, details }) => ({
          id,
          skin: item,
          cents: centsFromUsd(item.priceUsd),
          to: `/item/${id}`,
          details,
        }))}
        onRemove={picker.press}
        empty={texts.withdrawEmpty}
      />
      <CartLines>
        <CartLine name={texts.balance} cents={centsFromUsd(user.balanceUsd)} />
        {belowLevel && <CartLine name={texts.refundable} cents={centsFromUsd(terms.refundableUsd)} />}
        {belowLevel && chosen.length > 0 && (
          <CartLine name={texts.refundableUsed} cents={cents(refundableCentsOf(chosen))} />
        )}
        <CartLine name={texts.total} cents={total} large />
      </CartLines>
      {guard.field}
      <Button
        variant="primary"
        size="lg"
        busy={sending.phase === 'sent'}
        disabled={paused || total === 0 || terms === undefined || terms.frozenAt !== null || check.problem !== null}
        onClick={withdraw}
      >
        {total === 0 ? messages.nav.withdraw : texts.withdrawSum(formatUsd(total))}
      </Button>
      <p role="status" className="text-sm font-semibold text-warn empty:hidden">
        {paused ? (
          messages.say.systemPaused
        ) : terms !== undefined && terms.frozenAt !== null ? (
          <Frozen />
        ) : (
          check.problem
        )}
      </p>
      {check.note !== null && <p className="text-sm text-fg-2">{check.note}</p>}
      {sending.refusal && <p className="text-sm font-semibold text-bad">{sending.refusal.text}</p>}
      <CartNote>{texts.withdrawNote}</CartNote>
    </CartPanel>
  );
}

function Frozen() {
  return (
    <>
      {steamTexts.frozen}{' '}
      <Link to="/support" className="underline">
        {tradeTexts.contactSupport}
      </Link>
    </>
  );
}
