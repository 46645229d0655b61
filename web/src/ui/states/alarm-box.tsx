/** An alarm inside a page: something is wrong and must not be overlooked. The site-wide ones are in the fairness banner. */
import { OctagonX } from 'lucide-react';
import type { ReactNode } from 'react';

export function AlarmBox({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div role="alert" className="flex items-start gap-3 rounded-lg border-2 border-bad bg-bad p-4 text-ink-0">
      <OctagonX aria-hidden size={24} className="shrink-0" />
      <p className="min-w-0 text-sm font-semibold wrap-anywhere">
        <strong className="block text-base font-extrabold">{title}</strong>
        {children}
      </p>
    </div>
  );
}
