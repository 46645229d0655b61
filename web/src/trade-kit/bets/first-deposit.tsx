/** In a window that stakes straight from Steam: asks a player without any deposit to answer the limit question first. */
import { ShieldCheck } from 'lucide-react';
import { useProtection } from '../../platform/page/protection.ts';
import { Link } from '../../ui/controls/link.tsx';
import { texts } from '../texts.ts';

export function FirstDeposit() {
  const protection = useProtection();
  if (protection === undefined || protection.limitsAnswered || protection.block !== null) return null;
  return (
    <p className="flex gap-3 rounded-md border border-line-strong bg-ink-3 p-3 text-sm">
      <ShieldCheck aria-hidden size={18} className="mt-px shrink-0 text-volt" />
      <span>
        {texts.firstDeposit.text}{' '}
        <Link to="/deposit" className="font-semibold underline">
          {texts.firstDeposit.link}
        </Link>
      </span>
    </p>
  );
}
