/** In a window that stakes straight from Steam: who never brought anything in is asked about a limit first, and where. */
import { ShieldCheck } from 'lucide-react';
import { useProtection } from '../../platform/page/protection.ts';
import { Link } from '../../ui/controls/link.tsx';

export function FirstDeposit() {
  const protection = useProtection();
  if (protection === undefined || protection.limitsAnswered || protection.block !== null) return null;
  return (
    <p className="flex gap-3 rounded-md border border-line-strong bg-ink-3 p-3 text-sm">
      <ShieldCheck aria-hidden size={18} className="mt-px shrink-0 text-volt" />
      <span>
        This would be your first deposit. Before it you are asked, once, whether you want a limit on deposits:{' '}
        <Link to="/deposit" className="font-semibold underline">
          answer on the deposit page
        </Link>
        .
      </span>
    </p>
  );
}
