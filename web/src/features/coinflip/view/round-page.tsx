/** /coinflip/:id, the address of one game: what a shared link and a reload show. */
import { ArrowLeft, SearchX } from 'lucide-react';
import { idPattern } from '@fairpot/contract/wire/ids';
import { SAFE } from '../../../games-kit/page-parts.tsx';
import { ApiRefusal } from '../../../platform/calls/api.ts';
import { ButtonLink } from '../../../ui/controls/button.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states/states.tsx';
import { useCoinflip } from '../use-coinflips.ts';
import { GameView } from './view-modal.tsx';
import { texts } from '../texts.ts';

export function RoundPage({ id }: { readonly id: string }) {
  return (
    <>
      <PageHead
        title={texts.windows.view}
        actions={
          <ButtonLink to="/coinflip" icon={<ArrowLeft aria-hidden size={16} />}>
            {texts.page.all}
          </ButtonLink>
        }
      />
      {/* An invalid id names no game: the server need not be asked, and would refuse the call. */}
      {idPattern('round').test(id) ? <Game id={id} /> : <NoGame />}
    </>
  );
}

function Game({ id }: { readonly id: string }) {
  const { data, error, refetch } = useCoinflip(id);
  if (data)
    return (
      <section aria-label={texts.windows.view} className="rounded-xl border border-line bg-ink-2 p-4 lg:p-6">
        <GameView game={data} />
      </section>
    );
  if (!error) return <Skeleton className="h-[720px]" />;
  if (error instanceof ApiRefusal && error.code === 'NO_GAME') return <NoGame />;
  return <ErrorState error={error} onRetry={() => void refetch()} reassurance={SAFE.stakes} />;
}

function NoGame() {
  return (
    <EmptyState icon={<SearchX aria-hidden size={36} strokeWidth={1.5} />} title={texts.page.notFound}>
      {texts.page.notFoundText}
    </EmptyState>
  );
}
