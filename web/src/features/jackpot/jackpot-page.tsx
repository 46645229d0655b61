/**
 * The landing page's entrance: what is painted first. The pot itself is a chunk of its own, asked for at once when this is
 * the page that was opened, so that it comes beside the first data and not after it.
 */
import { lazy, Suspense } from 'react';
import { PageHead } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/states/states.tsx';

const load = () => import('./pot-page.tsx');
const early = location.pathname === '/' ? load() : null;
const PotPage = lazy(async () => ({ default: (await (early ?? load())).PotPage }));

export function JackpotPage() {
  return (
    <Suspense fallback={<JackpotLoading />}>
      <PotPage />
    </Suspense>
  );
}

function JackpotLoading() {
  return (
    <div aria-busy>
      <PageHead title="Jackpot" lead={<span className="text-sm">One pot, one cent one ticket.</span>} />
      <Skeleton className="h-[640px] max-md:h-[860px]" />
    </div>
  );
}
