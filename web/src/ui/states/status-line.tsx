/** One framed line: what this browser found, with an icon. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../layout/cx.ts';

export interface StatusLineProps {
  readonly icon: LucideIcon;
  /** Class of the colour. */
  readonly tone: string;
  readonly children: ReactNode;
}

export function StatusLine({ icon: Icon, tone, children }: StatusLineProps) {
  return (
    <p role="status" className={cx('flex items-start gap-3 rounded-md border border-line bg-ink-1 p-3 text-sm', tone)}>
      <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
