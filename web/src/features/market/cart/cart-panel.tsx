/**
 * The cart: what was chosen, the total, the balance, and the button that buys all of it or nothing. Cleared after every attempt,
 * as the spec says; why one failed stays to be read.
 */
import { ShoppingCart, Trash2, X } from 'lucide-react';
import { buyFromMarket } from '@fairpot/contract/market';
import { siteInventory } from '@fairpot/contract/inventory';
import { cents, centsFromUsd, formatUsd, usd } from '@fairpot/contract/money';
import { messages } from '../../../messages.ts';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSend } from '../../../platform/calls/use-call.ts';
import { closeModal } from '../../../platform/page/modal.ts';
import { refreshUser, useSession } from '../../../platform/page/session.ts';
import { toastSuccess } from '../../../platform/page/toasts.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Link } from '../../../ui/controls/link.tsx';
import { cx } from '../../../ui/layout/cx.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ItemArt } from '../../../ui/values/item-tile.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { reloadMarket } from '../list/use-market.ts';
import { UNSURE } from '../texts.ts';
import { tintOf } from '../tint.ts';
import { buyable, clearCart, toggleInCart, totalOf, useCart, type CartEntry } from './cart-store.ts';

/** Beside the list. */
export function CartPanel() {
  const entries = useCart((cart) => cart.entries);
  return (
    <Panel
      aria-label="Cart"
      title={
        <span className="flex items-center gap-2">
          <ShoppingCart aria-hidden size={18} /> Cart
        </span>
      }
      actions={
        entries.length > 0 && (
          <Button variant="quiet" icon={<Trash2 aria-hidden size={15} />} onClick={clearCart}>
            Clear
          </Button>
        )
      }
      className="market-cart"
      flush
    >
      <div className="p-4">
        <CartContent />
      </div>
    </Panel>
  );
}

/** What is in the cart and what it takes to buy it. */
export function CartContent() {
  const entries = useCart((cart) => cart.entries);
  const { user } = useSession();
  const buying = useSend(buyFromMarket, {
    onAccepted: () => {
      toastSuccess(messages.done.boughtSkins);
      void refreshUser();
      void refetchAll(siteInventory);
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
  const buy = () => void buying.run({ itemIds: buyable(entries).map(({ id }) => id), totalUsd: usd(total) });
  return (
    <div className="grid gap-3">
      {entries.length === 0 ? <NothingChosen /> : <Entries entries={entries} />}
      <dl className="grid gap-1 border-t border-line pt-3 text-sm">
        <Line name="Balance">
          <Money cents={balance} className="font-semibold text-fg" />
        </Line>
        <Line name="Total">
          <Money cents={total} className="text-xl font-black text-fg" />
        </Line>
        {total > 0 && !short && (
          <Line name="Left after this">
            <Money cents={cents(balance - total)} className="text-fg" />
          </Line>
        )}
      </dl>
      <Button
        variant="primary"
        size="lg"
        busy={buying.phase === 'sent'}
        disabled={total === 0 || short || balance === 0}
        onClick={buy}
      >
        {total === 0 ? 'Buy' : `Buy for ${formatUsd(total)}`}
      </Button>
      <p role="status" className="text-sm font-semibold text-warn empty:hidden">
        {short ? messages.say.notEnoughBalance : null}
      </p>
      {buying.refusal && <p className="text-sm font-semibold text-bad">{buying.refusal.text}</p>}
    </div>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-fg-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function NothingChosen() {
  return (
    <p className="rounded-md border border-dashed border-line-strong px-4 py-6 text-center text-sm text-fg-2">
      Nothing chosen yet. Press + on an item; you pay for all of them in one step, or for none.
    </p>
  );
}

function Entries({ entries }: { readonly entries: readonly CartEntry[] }) {
  return (
    <ul aria-label="In your cart" className="market-cart-list">
      {entries.map(({ entry, sold }) => (
        <li
          key={entry.id}
          style={tintOf(entry.item)}
          className="flex items-center gap-2.5 rounded-md border border-line bg-ink-3 py-1 pr-1 pl-2"
        >
          <span
            className={cx(
              'w-14 shrink-0 border-b-2 border-(--tier)',
              (sold || entry.doubt !== null) && 'opacity-50 grayscale',
            )}
          >
            <ItemArt icon={entry.item.icon} />
          </span>
          <span className="grid min-w-0 flex-1">
            <Link to={`/marketplace/${entry.item.id}`} className="truncate text-xs hover:underline" title={entry.name}>
              {entry.item.itemName || entry.item.name}
            </Link>
            <span className="truncate text-2xs text-fg-2">
              {entry.item.itemType || (entry.item.itemName === '' ? entry.item.rarity : entry.item.name)}
            </span>
            {sold || entry.doubt !== null ? (
              <span className="text-xs font-bold text-warn">{sold ? 'Sold to somebody else' : UNSURE}</span>
            ) : (
              <Money cents={centsFromUsd(entry.priceUsd)} className="text-xs font-bold" />
            )}
          </span>
          <IconButton label={`Take ${entry.name} out of the cart`} onClick={() => toggleInCart(entry)}>
            <X aria-hidden size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
