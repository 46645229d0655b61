/** The review queues: withdrawals above the limit, frozen trades, incidents, unsupported tokens, stuck rounds. */
import { useState } from 'react';
import { hasPermission, type Permission } from '@fairpot/contract/wire/permissions';
import { useSession } from '../../../platform/page/session.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Frozen, Incidents, Stuck } from './review-lists.tsx';
import { AllStrays } from './strays.tsx';
import { Withdrawals } from './withdrawals.tsx';
import { texts } from './texts.ts';

type ReviewTab = 'withdrawals' | 'frozen' | 'incidents' | 'strays' | 'rounds';

const TABS: readonly { readonly value: ReviewTab; readonly label: string; readonly permission: Permission }[] = [
  { value: 'withdrawals', label: texts.tabs.withdrawals, permission: 'admin' },
  { value: 'frozen', label: texts.tabs.frozen, permission: 'moderate' },
  { value: 'incidents', label: texts.tabs.incidents, permission: 'moderate' },
  { value: 'strays', label: texts.tabs.strays, permission: 'moderate' },
  { value: 'rounds', label: texts.tabs.rounds, permission: 'admin' },
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
  const tabs = TABS.filter(({ permission }) => hasPermission(status, permission));
  const [chosen, setChosen] = useState<ReviewTab>(tabs[0]?.value ?? 'frozen');
  const View = VIEWS[chosen];
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <Tabs label={texts.tabs.label} tabs={tabs} value={chosen} onChange={setChosen}>
        <View />
      </Tabs>
    </>
  );
}
