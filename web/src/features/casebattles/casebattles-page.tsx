/** /casebattles and /casebattles/:id. The page of one battle, with the reels, is a separate chunk. */
import { Suspense } from 'react';
import { useParams } from 'react-router';
import { idPattern } from '@fairpot/contract/wire/ids';
import { later } from '../../ui/states/boundary.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { ListPage } from './list/list-page.tsx';
import { NoBattle } from './no-battle.tsx';
import './modals.ts';

const ViewPage = later(async () => (await import('./arena/view-page.tsx')).ViewPage);

export function CaseBattlesPage() {
  const { id } = useParams();
  if (id === undefined) return <ListPage />;
  // An invalid id names no battle: the server need not be asked, and would refuse the call.
  if (!idPattern('round').test(id)) return <NoBattle />;
  return (
    <Suspense fallback={<Skeleton className="h-[720px]" />}>
      <ViewPage key={id} id={id} />
    </Suspense>
  );
}
