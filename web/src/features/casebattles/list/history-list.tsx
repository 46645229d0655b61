/** Finished battles, newest first, each with its winners and its seal. Loaded by the history tab. */
import type { BattleType } from '@fairpot/contract/casebattle/schemas';
import { casebattleHistory } from '@fairpot/contract/casebattle/calls';
import { HistoryPages, HistoryRows } from '../../../games-kit/history-pages.tsx';
import type { PageProps } from '../../../ui/states/pages.tsx';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { LoadingRows } from './active-list.tsx';
import type { BattleListProps } from './active-list.tsx';
import { BattleRow } from './battle-row.tsx';
import { texts } from '../texts.ts';

const PAGE = 20;

export function HistoryList(list: BattleListProps) {
  return <HistoryPages page={(props) => <Page {...list} {...props} />} />;
}

function Page({ me, type, ...props }: BattleListProps & PageProps) {
  const { before } = props;
  const { data, error, refetch } = useAsk(casebattleHistory, { limit: PAGE, ...(before === null ? {} : { before }) });
  const next = data?.length === PAGE ? (data.at(-1)?.id ?? null) : null;
  const history = data?.filter((battle) => type === null || battle.type === type);
  return (
    <HistoryRows
      {...props}
      answer={{ data: history && { history, next }, error, refetch }}
      loading={<LoadingRows />}
      {...nothingText(type)}
      older={texts.history.older}
      label={texts.history.label}
      className="battle-rows"
      render={(battle) => <BattleRow key={battle.id} battle={battle} me={me} />}
    />
  );
}

function nothingText(type: BattleType | null) {
  return {
    empty: type === null ? texts.history.empty : texts.history.noneOfSize,
    emptyText: texts.history.emptyText,
  };
}
