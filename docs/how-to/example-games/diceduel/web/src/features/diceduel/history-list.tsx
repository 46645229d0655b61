/** Settled duels, newest first, each with its throws and its fairness check. Used by the page's history tab. */
import { diceduelHistory } from '@fairpot/contract/diceduel/calls';
import type { DiceduelHistoryRow } from '@fairpot/contract/diceduel/schemas';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { useSeal } from '../../fairness/watcher.ts';
import { fairplayLink } from '../../games-kit/fairplay-link.ts';
import { HistoryPages, HistoryRows } from '../../games-kit/history-pages.tsx';
import { CheckLink, isJudged, JudgedChip } from '../../games-kit/proof.tsx';
import { useAsk } from '../../platform/calls/use-call.ts';
import { openModal } from '../../platform/page/modal.ts';
import { Button } from '../../ui/controls/button.tsx';
import { UserName } from '../../ui/people/user-name.tsx';
import type { PageProps } from '../../ui/states/pages.tsx';
import { Money } from '../../ui/values/money.tsx';
import { throwsText } from './dice.tsx';
import { landedAt } from './stage.ts';

const PAGE = 25;

export function HistoryList() {
  return <HistoryPages page={(props) => <Page {...props} />} />;
}

function Page(props: PageProps) {
  const { before } = props;
  const answer = useAsk(diceduelHistory, { limit: PAGE, ...(before === null ? {} : { before }) });
  return (
    <HistoryRows
      {...props}
      answer={answer}
      landedAt={({ settledAt }) => landedAt({ settledAt, deadlineAt: null }) ?? 0}
      empty="No finished duels yet"
      older="Older duels"
      label="Settled duels"
      className="@container grid gap-2"
      render={(row) => <HistoryRow key={row.id} row={row} />}
    />
  );
}

function HistoryRow({ row }: { readonly row: DiceduelHistoryRow }) {
  return (
    <li
      className={
        'grid items-center gap-3 rounded-lg border border-line bg-ink-2 p-3 ' +
        '@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]'
      }
    >
      <p className="min-w-0 text-sm">
        <UserName user={row.winnerUser} /> <strong className="text-ok">won</strong> against{' '}
        <UserName user={row.loserUser} />
      </p>
      <p className="text-xs text-fg-2">
        <Money cents={centsFromUsd(row.potUsd)} className="text-base font-black text-fg" /> {throwsText(row.throws)}
      </p>
      <div className="flex items-center justify-end gap-2">
        <RowSeal row={row} />
        <Button onClick={() => openModal('diceduel.view', { gameId: row.id })}>VIEW</Button>
      </div>
    </li>
  );
}

/** The seal when this browser has one, else the link to get one. */
function RowSeal({ row }: { readonly row: DiceduelHistoryRow }) {
  const seal = useSeal(row.id);
  if (isJudged(seal)) return <JudgedChip roundId={row.id} />;
  return (
    <CheckLink
      to={fairplayLink({ game: 'diceduel', hash: row.hash, secret: row.secret })}
      label={`Check the duel of ${row.winnerUser.name} and ${row.loserUser.name}`}
    />
  );
}
