/** The logo (drawn in the catalogue) with the name; links to the home page. */
import { MARK } from '@fairpot/catalogue/draw/brand';
import { messages } from '../../messages.ts';
import { cx } from '../../ui/layout/cx.ts';
import { Link } from '../../ui/controls/link.tsx';

export function BrandMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden className={cx('shrink-0', className)}>
      <g
        fill="none"
        stroke="var(--color-volt)"
        strokeWidth={MARK.strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={MARK.ring} />
        <path d={MARK.check} />
      </g>
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
