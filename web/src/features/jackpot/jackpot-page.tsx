/**
 * The first paint of the landing page. The pot itself is a separate chunk, requested at once when this is the page that was
 * opened, so that it loads in parallel with the first data.
 */
import { lazy, Suspense } from 'react';
import { PageHead } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { entryTexts } from './entry-texts.ts';

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
      <PageHead title={entryTexts.title} lead={<span className="text-sm">{entryTexts.lead}</span>} />
      <Skeleton className="h-[640px] max-md:h-[860px]" />
    </div>
  );
}
