/** The bots' books: what each house bot staked and got, by day and game. */
import { Bot } from 'lucide-react';
import { useState } from 'react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { GAMES } from '@fairpot/contract/games/games';
import { listBotBooks } from '@fairpot/contract/solvency/calls';
import type { BotBook } from '@fairpot/contract/solvency/schemas';
import { useAsk } from '../../platform/calls/use-call.ts';
import { Pager } from '../../ui/controls/pager.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { UserName } from '../../ui/people/user-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states/states.tsx';
import { Money } from '../../ui/values/money.tsx';
import { texts as solvencyTexts } from './texts.ts';

const texts = solvencyTexts.bots;

export function BotBooks() {
  const [pages, setPages] = useState<readonly string[]>([]);
  const before = pages.at(-1);
  const found = useAsk(listBotBooks, before === undefined ? {} : { before }, { staleTime: 30_000 });
  const next = found.data?.next ?? null;
  const books = found.data?.books;
  return (
    <Panel
      flush
      title={texts.title}
      actions={
        (pages.length > 0 || next !== null) && <Pager pages={pages} next={next} onPages={setPages} of={texts.days} />
      }
    >
      <p className="max-w-[72ch] p-4 text-sm text-fg-2 lg:px-6">{texts.about}</p>
      {found.isLoading && <Skeleton className="mx-4 mb-4 h-40" />}
      {found.isError && books === undefined && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {books?.length === 0 && (
        <EmptyState icon={<Bot aria-hidden size={28} />} title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      )}
      {books !== undefined && books.length > 0 && <Table books={books} />}
    </Panel>
  );
}

function Table({ books }: { readonly books: readonly BotBook[] }) {
  return (
    <div className="overflow-x-auto overflow-y-hidden" tabIndex={0} role="region" aria-label={texts.title}>
      <table className="w-full min-w-[560px] text-sm tabular-nums">
        <thead className="border-y border-line text-left text-fg-2">
          <tr>
            <th className="px-4 py-2 font-semibold lg:px-6">{texts.day}</th>
            <th className="px-2 py-2 font-semibold">{texts.bot}</th>
            <th className="px-2 py-2 font-semibold">{texts.game}</th>
            <th className="px-2 py-2 text-right font-semibold">{texts.net}</th>
            <th className="px-2 py-2 text-right font-semibold">{texts.roundsWon}</th>
            <th className="px-2 py-2 text-right font-semibold">{texts.staked}</th>
            <th className="px-4 py-2 text-right font-semibold lg:px-6">{texts.received}</th>
          </tr>
        </thead>
        <tbody>
          {books.map((row) => (
            <tr key={`${row.day} ${row.bot.id} ${row.game}`} className="border-b border-line last:border-b-0">
              <td className="px-4 py-2 whitespace-nowrap lg:px-6">{row.day}</td>
              <td className="max-w-48 px-2 py-2">
                <UserName user={row.bot} />
              </td>
              <td className="px-2 py-2 whitespace-nowrap">{labelOf(row.game)}</td>
              <td className="px-2 py-2 text-right font-bold">
                <Money signed cents={centsFromUsd(row.netUsd)} />
              </td>
              <td className="px-2 py-2 text-right whitespace-nowrap">{texts.wonOf(row.won, row.played)}</td>
              <td className="px-2 py-2 text-right">
                <Money cents={centsFromUsd(row.stakedUsd)} />
              </td>
              <td className="px-4 py-2 text-right lg:px-6">
                <Money cents={centsFromUsd(row.wonUsd)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function labelOf(game: BotBook['game']): string {
  return GAMES.find((each) => each.game === game)?.label ?? game;
}
