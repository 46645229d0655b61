/** /jackpot/:id, the address of one round: what a shared link and a reload show. */
import { ArrowLeft, SearchX } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { JackpotRound } from '@fairpot/contract/jackpot/schemas';
import { idPattern } from '@fairpot/contract/wire/ids';
import { SAFE } from '../../games-kit/page-parts.tsx';
import { useStageClock } from '../../games-kit/stage-clock.ts';
import { ApiRefusal } from '../../platform/calls/api.ts';
import { useMe } from '../../platform/page/session.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { HeadActions } from './head-actions.tsx';
import { EntryList } from './list/entry-list.tsx';
import './modals.ts';
import { StageRound } from './ring/stage-round.tsx';
import { potOf, sharesOf } from './shares.ts';
import { nextChangeAt, veiled } from './stage.ts';
import { useJackpot, useJackpotRound } from './use-jackpot.ts';
import { texts } from './texts.ts';

/** An invalid id names no round: the server need not be asked, and would refuse the call. */
export function RoundPage({ id }: { readonly id: string }) {
  return idPattern('round').test(id) ? <Known id={id} /> : <Frame number={null} content={<NoRound />} />;
}

function Known({ id }: { readonly id: string }) {
  const { round, error, retry } = useJackpotRound(id);
  const { data: state } = useJackpot();
  const open = state?.game ?? null;
  const isOpen = open?.id === id && open.finishedAt === null;
  const content =
    round !== undefined ? (
      <Round round={round} next={open?.id === id ? null : open} />
    ) : error === null ? (
      <Skeleton className="h-[720px] max-md:h-[860px]" />
    ) : error instanceof ApiRefusal && error.code === 'NO_GAME' ? (
      <NoRound />
    ) : (
      <ErrorState error={error} onRetry={retry} reassurance={SAFE.stakes} />
    );
  return <Frame number={round?.fair.number ?? null} join={isOpen && <HeadActions state={state} />} content={content} />;
}

interface FrameProps {
  /** Of the round, once known. */
  readonly number: number | null;
  readonly join?: ReactNode;
  readonly content: ReactNode;
}

function Frame({ number, join, content }: FrameProps) {
  return (
    <>
      <PageHead
        title={texts.windows.round(number)}
        actions={
          <>
            <ButtonLink to="/" icon={<ArrowLeft aria-hidden size={16} />}>
              {texts.page.current}
            </ButtonLink>
            {join}
          </>
        }
      />
      {content}
    </>
  );
}

function Round({ round, next }: { readonly round: JackpotRound; readonly next: JackpotRound | null }) {
  const me = useMe();
  const navigate = useNavigate();
  const now = useStageClock((at) => nextChangeAt({ game: round, last: null }, at));
  const shares = useMemo(() => sharesOf(round.entries), [round.entries]);
  const winner = veiled(round, now).result?.entryNo ?? null;
  return (
    <div className="grid gap-4">
      <StageRound round={round} now={now} me={me} next={next} onNext={() => void navigate('/')} />
      <section className="grid gap-2">
        <h2 className="text-xl font-extrabold">{texts.page.entries(round.entries.length)}</h2>
        <EntryList
          entries={round.entries}
          shares={shares}
          pot={potOf(round)}
          me={me}
          winner={winner}
          drawn={!round.scripted}
        />
      </section>
    </div>
  );
}

function NoRound() {
  return (
    <EmptyState icon={<SearchX aria-hidden size={36} strokeWidth={1.5} />} title={texts.page.notFound}>
      {texts.page.notFoundText}
    </EmptyState>
  );
}
