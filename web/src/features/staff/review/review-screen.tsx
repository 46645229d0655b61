/** What waits for a person: withdrawals above the limit, trades that stand still, incidents, rounds that cannot be settled. */
import { useState } from 'react';
import { holds, type Permission } from '@fairpot/contract/wire/permissions';
import { useSession } from '../../../platform/page/session.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Frozen, Incidents, Stuck } from './review-lists.tsx';
import { AllStrays } from './strays.tsx';
import { Withdrawals } from './withdrawals.tsx';

type What = 'withdrawals' | 'frozen' | 'incidents' | 'strays' | 'rounds';

const TABS: readonly { readonly value: What; readonly label: string; readonly permission: Permission }[] = [
  { value: 'withdrawals', label: 'Withdrawals', permission: 'admin' },
  { value: 'frozen', label: 'Frozen trades', permission: 'moderate' },
  { value: 'incidents', label: 'Incidents', permission: 'moderate' },
  { value: 'strays', label: 'Strays', permission: 'moderate' },
  { value: 'rounds', label: 'Stuck rounds', permission: 'admin' },
];

const VIEWS = {
  withdrawals: Withdrawals,
  frozen: Frozen,
  incidents: Incidents,
  strays: AllStrays,
  rounds: Stuck,
} as const;

export function ReviewScreen() {
  const { status } = useSession().user;
  const tabs = TABS.filter(({ permission }) => holds(status, permission));
  const [chosen, setChosen] = useState<What>(tabs[0]?.value ?? 'frozen');
  const View = VIEWS[chosen];
  return (
    <>
      <PageHead title="Review" lead="What no machine decides. Nobody decides about what is their own." />
      <Tabs label="What waits" tabs={tabs} value={chosen} onChange={setChosen}>
        <View />
      </Tabs>
    </>
  );
}
