/** /casebattles and /casebattles/:id. The reels and all that belongs to one battle are a chunk of their own. */
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { Skeleton } from '../../ui/states/states.tsx';
import { ListPage } from './list/list-page.tsx';
import './modals.ts';

const ViewPage = lazy(async () => ({ default: (await import('./arena/view-page.tsx')).ViewPage }));

export function CaseBattlesPage() {
  const { id } = useParams();
  if (id === undefined) return <ListPage />;
  return (
    <Suspense fallback={<Skeleton className="h-[720px]" />}>
      <ViewPage key={id} id={id} />
    </Suspense>
  );
}
