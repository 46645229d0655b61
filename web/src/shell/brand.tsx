/** The mark: a pot seen from above, a ring of shares with a pointer at the winning one; and the name beside it. */
import { Link } from 'react-router';
import { messages } from '../messages.ts';
import { cx } from '../ui/cx.ts';

export function BrandMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cx('shrink-0', className)}>
      <path d="M16 6a11 11 0 1 0 11 11" fill="none" stroke="var(--color-volt)" strokeWidth="5" />
      <path d="M21 7.2A11 11 0 0 1 26 12.4" fill="none" stroke="var(--color-fg)" strokeWidth="5" />
      <circle cx="16" cy="17" r="3" fill="var(--color-fg)" />
    </svg>
  );
}

export function Brand({ compact = false }: { readonly compact?: boolean }) {
  return (
    <Link to="/" aria-label={messages.brand} className="flex items-center gap-2 rounded-md">
      <BrandMark className="size-7" />
      <span className={cx('text-lg font-black tracking-[-0.02em] uppercase', compact && 'max-lg:hidden')}>
        {messages.brand}
      </span>
    </Link>
  );
}
