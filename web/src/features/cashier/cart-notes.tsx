/** The lines below the button of a cart: the trade link it needs, and what happens next. */
import { Info } from 'lucide-react';
import { useSession } from '../../platform/page/session.ts';
import { RETURNS_TO_TRADE } from '../../trade-kit/trade-link.ts';
import { Link } from '../../ui/controls/link.tsx';
import { texts as cashierTexts } from './texts.ts';

const texts = cashierTexts.cart;

interface CartNotesProps {
  readonly note: string;
  /** Keeps the selection while the player is away. */
  readonly keep: () => void;
}

export function CartNotes({ note, keep }: CartNotesProps) {
  const { user } = useSession();
  return (
    <>
      {user.tradeToken === '' && (
        <p className="text-sm text-fg-2">
          {texts.needsTradeLink}{' '}
          <Link to="/profile" state={RETURNS_TO_TRADE} onClick={keep} className="font-semibold text-fg underline">
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
