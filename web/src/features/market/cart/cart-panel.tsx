/**
 * The cart: the chosen items, the total, the balance, and the button that buys all of them or none. Cleared after every attempt, as the
 * spec says; the reason of a failure stays on screen.
 */
import { Wallet } from 'lucide-react';
import { buyFromMarket } from '@fairpot/contract/market/calls';
import { cents, centsFromUsd, formatUsd, usd } from '@fairpot/contract/wire/money';
import { messages } from '../../../messages.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { closeModal } from '../../../platform/page/modal.ts';
import { useStop } from '../../../platform/page/protection.ts';
import { itemsChanged } from '../../../games-kit/items-changed.ts';
import { refreshUser, useSession } from '../../../platform/page/session.ts';
import { usePaused } from '../../../platform/page/settings.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { CartLine, CartLines, CartPanel, CartRows, type CartRow } from '../../../trade-kit/cart/cart.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { reloadMarket } from '../list/use-market.ts';
import { texts as marketTexts } from '../texts.ts';
import { buyable, clearCart, toggleInCart, totalOf, useCart, type CartEntry } from './cart-store.ts';

const texts = marketTexts.cart;

/** The cart beside the list. */
export function MarketCart() {
  const entries = useCart((cart) => cart.entries);
  return (
    <CartPanel className="market-cart" onClear={entries.length > 0 ? clearCart : undefined}>
      <CartContent />
    </CartPanel>
  );
}

/** The content of the cart, in the panel and in the window. */
export function CartContent() {
  const entries = useCart((cart) => cart.entries);
  const { user } = useSession();
  const buying = useSend(buyFromMarket, {
    onAccepted: () => {
      toastSuccess(messages.done.boughtSkins);
      itemsChanged();
      clearCart();
      reloadMarket();
      closeModal();
    },
    onRefused: () => {
      clearCart();
      reloadMarket();
      void refreshUser();
    },
  });
  const total = totalOf(entries);
  const balance = centsFromUsd(user.balanceUsd);
  const short = total > balance;
  const stop = useStop(null);
  const paused = usePaused('market');
  const buy = () => void buying.run({ itemIds: buyable(entries).map(({ id }) => id), totalUsd: usd(total) });
  return (
    <div className="grid gap-3">
      <CartRows
        rows={entries.map(rowOf)}
        onRemove={(id) => entries.filter(({ entry }) => entry.id === id).forEach(({ entry }) => toggleInCart(entry))}
        empty={texts.empty}
      />
      <CartLines>
        <CartLine name={texts.balance} cents={balance} />
        <CartLine name={texts.total} cents={total} large />
        {total > 0 && !short && <CartLine name={texts.balanceAfter} cents={cents(balance - total)} />}
      </CartLines>
      <Button
        variant="primary"
        size="lg"
        busy={buying.phase === 'sent'}
        disabled={paused || total === 0 || short || balance === 0 || stop !== null}
        onClick={buy}
      >
        {stop !== null ? stop.short : total === 0 ? texts.buy : texts.buySum(formatUsd(total))}
      </Button>
      <p role="status" className="text-sm font-semibold text-warn empty:hidden">
        {paused ? messages.say.systemPaused : (stop?.text ?? (short ? messages.say.notEnoughBalance : null))}
      </p>
      {short && !paused && stop === null && (
        <ButtonLink to="/deposit" icon={<Wallet aria-hidden size={16} />}>
          {texts.depositMissing(formatUsd(cents(total - balance)))}
        </ButtonLink>
      )}
      {buying.refusal && <p className="text-sm font-semibold text-bad">{buying.refusal.text}</p>}
    </div>
  );
}

function rowOf({ entry, sold }: CartEntry): CartRow {
  return {
    id: entry.id,
    skin: entry.item,
    cents: centsFromUsd(entry.priceUsd),
    to: `/marketplace/${entry.item.id}`,
    details: entry.details,
    gone: sold ? texts.sold : entry.doubt === null ? undefined : marketTexts.priceChecked,
  };
}
