/** The page at /casebattles: create bar, active battles, history. */
import { useSearchParams } from 'react-router';
import type { BattleType } from '@fairpot/contract/casebattle/schemas';
import { BATTLE_SHAPES } from '@fairpot/contract/casebattle/views';
import { useMe } from '../../../platform/page/session.ts';
import { Select } from '../../../ui/controls/fields.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { ActiveList } from './active-list.tsx';
import { CreateBar } from '../create/create-bar.tsx';
import { HistoryList } from './history-list.tsx';
import { BATTLE_TYPES, typeText } from '../seats.ts';
import { useBattleFacts } from '../use-battles.ts';
import { texts } from '../texts.ts';

const TABS = [
  { value: 'active', label: texts.page.active },
  { value: 'history', label: texts.page.history },
] as const;

const SIZES = [
  { value: '', label: texts.page.allSizes },
  ...BATTLE_TYPES.map((value) => ({ value, label: typeText(value) })),
] as const;

export function ListPage() {
  const me = useMe();
  const { type, tab, set } = useView();
  useBattleFacts();
  return (
    <>
      <PageHead title={texts.page.title} lead={<span className="text-sm">{texts.page.lead}</span>} />
      <CreateBar />
      <div className="relative mt-6">
        <Tabs
          label={texts.page.tabs}
          tabs={TABS}
          value={tab}
          onChange={(next) => set({ view: next === 'active' ? '' : next })}
        >
          {tab === 'active' ? <ActiveList me={me} type={type} /> : <HistoryList me={me} type={type} />}
        </Tabs>
        <div className="absolute -top-1 right-0">
          <Select
            label={texts.page.sizeFilter}
            options={SIZES}
            value={type ?? ''}
            onChange={(next) => set({ type: next })}
            className="w-32"
          />
        </div>
      </div>
    </>
  );
}

/** Reads the address: `?type=STANDARD_4&view=history`. Invalid values are ignored. */
function useView() {
  const [search, setSearch] = useSearchParams();
  const type = search.get('type');
  const set = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true });
  };
  return {
    type: isType(type) ? type : null,
    tab: search.get('view') === 'history' ? ('history' as const) : ('active' as const),
    set,
  };
}

function isType(text: string | null): text is BattleType {
  return text !== null && Object.hasOwn(BATTLE_SHAPES, text);
}
