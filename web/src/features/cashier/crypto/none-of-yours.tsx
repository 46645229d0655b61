/** What a window says of a deposit or withdrawal by coins that its player does not have: an address that was typed, or another's. */
import { SearchX } from 'lucide-react';
import { EmptyState } from '../../../ui/states/states.tsx';

export function NoneOfYours({ what }: { readonly what: 'deposit' | 'withdrawal' }) {
  return (
    <EmptyState icon={<SearchX aria-hidden size={32} strokeWidth={1.5} />} title={`No such ${what}`}>
      There is none of yours by this name.
    </EmptyState>
  );
}
