/** The fee rule, shown before and during staking (rulings 1.9). */
import { Info } from 'lucide-react';
import { feeRule } from '../money-text.ts';

export function FeeNote({ bps }: { readonly bps: number }) {
  return (
    <p className="flex gap-2 text-xs text-fg-2">
      <Info aria-hidden size={15} className="mt-px shrink-0" />
      {feeRule(bps)}
    </p>
  );
}
