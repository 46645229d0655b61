/** A player's page at the desk: identity, figures, and a tab for each section of the account. */
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { getStaffUser } from '@fairpot/contract/staff/users/calls';
import { useAsk } from '../../../platform/calls/use-call.ts';
import { useSession } from '../../../platform/page/session.ts';
import { Tabs } from '../../../ui/controls/tabs.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { KindBadge } from '../../../ui/people/kind-badge.tsx';
import { NoAnswer, Skeleton } from '../../../ui/states/states.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { IdCell, PersonCell, TimeCell } from '../kit/cells.tsx';
import { Figure } from '../kit/figures.tsx';
import { USER_SECTIONS } from './sections.ts';
import { UserActs, type StaffUser } from './user-acts.tsx';
import { texts } from './texts.ts';

export function UserScreen() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useAsk(getStaffUser, { userId: id });
  if (!data) {
    return (
      <>
        <PageHead title={texts.player} />
        <Panel>
          <NoAnswer error={error} refetch={refetch} className="h-72" />
        </Panel>
      </>
    );
  }
  return (
    <>
      <PageHead title={data.user.name} lead={<Lead {...data} />} actions={<UserActs found={data} />} />
      <Figures {...data} />
      <Sections playerId={data.user.id} />
    </>
  );
}

function Lead({ user }: StaffUser) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="inline-flex items-center gap-1.5 font-semibold">
        {user.status} <KindBadge badge={user.badge} />
      </span>
      <IdCell id={user.id} />
      <a
        className="underline"
        href={`https://steamcommunity.com/profiles/${user.steamid}`}
        target="_blank"
        rel="noreferrer noopener"
      >
        {user.steamid}
      </a>
    </span>
  );
}

function Figures(found: StaffUser) {
  const { user, proposal } = found;
  const figures = [
    [texts.figures.balance, <Money key="b" cents={centsFromUsd(found.balanceUsd)} />],
    [texts.figures.held, <Money key="h" cents={centsFromUsd(found.balanceUsdHold)} />],
    [texts.figures.staked, <Money key="s" cents={centsFromUsd(found.stakedUsd)} />],
    [texts.figures.net, <Money key="n" cents={centsFromUsd(found.netUsd)} signed />],
    [texts.figures.rounds, found.roundsPlayed],
    [texts.figures.level, user.level],
    [texts.figures.joined, <TimeCell key="c" at={user.createdAt} />],
    [texts.figures.age, <TimeCell key="a" at={found.ageConfirmedAt} />],
    [texts.figures.tradeLink, found.hasTradeLink ? texts.set : texts.none],
    ...(user.status === 'USER' ? [] : [[texts.figures.authenticator, found.hasCodes ? texts.setUp : texts.none]]),
  ] as const;
  return (
    <Panel className="mb-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 @min-[560px]:grid-cols-3 @min-[800px]:grid-cols-5">
        {figures.map(([name, value]) => (
          <Figure key={String(name)} name={String(name)}>
            {value}
          </Figure>
        ))}
      </dl>
      {proposal && (
        <p className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4 text-sm text-warn">
          {texts.proposed.before} <PersonCell user={proposal.by} /> {texts.proposed.after}
          <TimeCell at={proposal.until} />
        </p>
      )}
    </Panel>
  );
}

function Sections({ playerId }: { readonly playerId: string }) {
  const { status } = useSession().user;
  const sections = USER_SECTIONS.filter(({ permission }) => hasPermission(status, permission));
  const [shown, setShown] = useState(sections[0]?.title ?? '');
  const section = sections.find(({ title }) => title === shown);
  return (
    <Tabs
      label={texts.sections}
      tabs={sections.map(({ title }) => ({ value: title, label: title }))}
      value={shown}
      onChange={setShown}
    >
      {section && (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <section.view playerId={playerId} />
        </Suspense>
      )}
    </Tabs>
  );
}
