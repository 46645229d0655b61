/** Shown in a window whose ID is no crypto payment of the player: a mistyped link, or another player's. */
import { SearchX } from 'lucide-react';
import { EmptyState } from '../../../ui/states/states.tsx';
import { texts } from './texts.ts';

export function PaymentNotFound({ kind }: { readonly kind: 'deposit' | 'withdrawal' }) {
  const { title, text } = texts.notFound[kind];
  return (
    <EmptyState icon={<SearchX aria-hidden size={32} strokeWidth={1.5} />} title={title}>
      {text}
    </EmptyState>
  );
}
