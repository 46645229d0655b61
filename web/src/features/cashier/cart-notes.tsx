/** The lines below the button of a cart: the trade link it needs, and what happens next. */
import { Info } from 'lucide-react';
import { useSession } from '../../platform/page/session.ts';
import { Link } from '../../ui/controls/link.tsx';
import { texts as cashierTexts } from './texts.ts';

const texts = cashierTexts.cart;

export function CartNotes({ note }: { readonly note: string }) {
  const { user } = useSession();
  return (
    <>
      {user.tradeToken === '' && (
        <p className="text-sm text-fg-2">
          {texts.needsTradeLink}{' '}
          <Link to="/profile" className="font-semibold text-fg underline">
            {texts.addTradeLink}
          </Link>
        </p>
      )}
      <p className="flex gap-2 text-xs text-fg-2">
        <Info aria-hidden size={15} className="mt-px shrink-0" />
        <span>{note}</span>
      </p>
    </>
  );
}
