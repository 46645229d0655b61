/** /profile: the player, results and statistics, history, limits, sessions, export and closing, and this browser's preferences. */
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { GAMES } from '@fairpot/contract/games/games';
import { centsFromUsd, type Cents } from '@fairpot/contract/wire/money';
import type { Statistics, User } from '@fairpot/contract/user/schemas';
import { messages } from '../../messages.ts';
import { openModal } from '../../platform/page/modal.ts';
import { setPreference, usePreferences } from '../../platform/page/preferences.ts';
import { SIGN_OUT_PATH, useSession } from '../../platform/page/session.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/fields.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { KindBadge } from '../../ui/people/kind-badge.tsx';
import { ExperienceBar, LevelBadge } from '../../ui/people/level.tsx';
import { Money } from '../../ui/values/money.tsx';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ApiKeysPanel } from './account/api-keys-panel.tsx';
import { ClosingPanel } from './account/closing-panel.tsx';
import { ExportPanel } from './account/export-panel.tsx';
import { SessionsPanel } from './account/sessions-panel.tsx';
import { HistoryPanel } from './history/history-panel.tsx';
import { PromoPanel } from './limits/promo-panel.tsx';
import { ProtectionPanels } from './limits/protection-panels.tsx';
import { PushPanel } from './push/push-panel.tsx';
import { RoundsPanel } from './rounds-panel.tsx';
import { StatisticsPanel } from './statistics-panel.tsx';
import { texts } from './texts.ts';
import { TradeLinkPanel } from './trade-link-panel.tsx';

const TABS = ['overview', 'history', 'limits', 'account'] as const;
type TabName = (typeof TABS)[number];

export function ProfilePage() {
  const { user, statistics } = useSession();
  const [search, setSearch] = useSearchParams();
  const param = search.get('tab');
  const tab = TABS.find((each) => each === param) ?? 'overview';
  const choose = (value: TabName): void =>
    setSearch(value === 'overview' ? {} : { tab: value }, { replace: true, preventScrollReset: true });
  return (
    <NeedsSession title={messages.profile} why={texts.why}>
      <PageHead
        title={messages.profile}
        actions={
          <a href={SIGN_OUT_PATH} className={buttonClass('secondary')}>
            <LogOut aria-hidden size={16} />
            {messages.logout}
          </a>
        }
      />
      <Tabs
        label={messages.profile}
        tabs={TABS.map((value) => ({ value, label: texts.tabs[value] }))}
        value={tab}
        onChange={choose}
      >
        {/* One column in a medium window beside the chat, so that tables keep their last column in sight. */}
        <div className="@container">
          {tab === 'overview' && (
            <Columns
              main={
                <>
                  <Person user={user} />
                  <StatisticsPanel />
                  {statistics && <Results statistics={statistics} />}
                  <RoundsPanel />
                </>
              }
              side={
                <>
                  <TradeLinkPanel user={user} />
                  <PromoPanel />
                  <PushPanel />
                  <PreferencesPanel />
                </>
              }
            />
          )}
          {tab === 'history' && <HistoryPanel />}
          {tab === 'limits' && <ProtectionPanels />}
          {tab === 'account' && (
            <Columns
              main={
                <>
                  <SessionsPanel />
                  <ApiKeysPanel />
                  <ClosingPanel name={user.name} />
                </>
              }
              side={<ExportPanel />}
            />
          )}
        </div>
      </Tabs>
    </NeedsSession>
  );
}

function Columns({ main, side }: { readonly main: ReactNode; readonly side: ReactNode }) {
  return (
    <div className="grid gap-4 @min-[820px]:grid-cols-12">
      <div className="grid min-w-0 content-start gap-4 @min-[820px]:col-span-7">{main}</div>
      <div className="grid min-w-0 content-start gap-4 @min-[820px]:col-span-5">{side}</div>
    </div>
  );
}

function Person({ user }: { readonly user: User }) {
  return (
    <Panel>
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={user.avatar} name={user.name} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 className="flex min-w-0 items-center gap-2 text-xl font-black">
            <span className="truncate">{user.name}</span>
            <KindBadge badge={user.badge} />
          </h2>
          <p className="mt-1 text-sm text-fg-2">
            {texts.steamId} <span className="tabular-nums">{user.steamid}</span>
          </p>
        </div>
        <LevelBadge level={user.level} size="lg" />
      </div>
      <div className="mt-5">
        <ExperienceBar experience={user.experience} detailed />
        <p className="mt-2 text-xs text-fg-2">{texts.experience(user.experience.toLocaleString('en-US'))}</p>
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-line pt-5">
        <Figure label={messages.account.balance} cents={centsFromUsd(user.balanceUsd)} />
        <Figure label={messages.account.held} cents={centsFromUsd(user.balanceUsdHold)} />
      </dl>
    </Panel>
  );
}

function Figure({ label, cents }: { readonly label: string; readonly cents: Cents }) {
  return (
    <div>
      <dt className="text-xs text-fg-2">{label}</dt>
      <dd className="text-xl font-black">
        <Money cents={cents} />
      </dd>
    </div>
  );
}

function Results({ statistics }: { readonly statistics: Statistics }) {
  const games = GAMES.map(({ label, game }) => [label, statistics.games[game]] as const);
  return (
    <Panel
      title={texts.results.title}
      flush
      actions={
        <p className="text-sm text-fg-2">
          {texts.results.net}{' '}
          <Money cents={centsFromUsd(statistics.netUsd)} signed className="ml-1 text-lg font-black" />
        </p>
      }
    >
      <div className="overflow-x-auto overflow-y-hidden" tabIndex={0} role="region" aria-label={texts.results.table}>
        <table className="w-full text-sm max-sm:text-xs">
          <thead className="text-left text-xs text-fg-2">
            <tr>
              {texts.results.columns.map((head, i) => (
                <th
                  key={head}
                  scope="col"
                  className={
                    i === 0
                      ? 'px-4 py-2.5 font-semibold lg:px-6'
                      : 'px-3 py-2.5 text-right font-semibold max-sm:px-1.5 last:pr-4 max-sm:last:pr-4 lg:last:pr-6'
                  }
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-t border-line">
            {games.map(([name, game]) => (
              <tr key={name}>
                <th scope="row" className="px-4 py-3 text-left font-bold whitespace-nowrap lg:px-6">
                  {name}
                </th>
                <td className="px-3 py-3 text-right max-sm:px-1.5">{game.played}</td>
                <td className="px-3 py-3 text-right max-sm:px-1.5">{game.won}</td>
                {[game.stakedUsd, game.wonUsd, game.feeUsd].map(centsFromUsd).map((cents, i) => (
                  <td key={i} className="px-3 py-3 text-right max-sm:px-1.5 last:pr-4 max-sm:last:pr-4 lg:last:pr-6">
                    <Money cents={cents} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

const PREFERENCES = [
  ['sound', texts.preferences.sound, texts.preferences.soundHint],
  ['reduceMotion', texts.preferences.motion, texts.preferences.motionHint],
  ['shortcuts', texts.preferences.shortcuts, texts.preferences.shortcutsHint],
  ['readChat', texts.preferences.readChat, texts.preferences.readChatHint],
] as const;

function PreferencesPanel() {
  const on = usePreferences();
  return (
    <Panel title={texts.preferences.title}>
      <div className="grid gap-3">
        {PREFERENCES.map(([name, label, hint]) => (
          <Switch key={name} label={label} hint={hint} checked={on[name]} onChange={(to) => setPreference(name, to)} />
        ))}
      </div>
      <Button className="mt-4 w-full" onClick={() => openModal('shortcuts', {})}>
        {texts.preferences.showShortcuts}
      </Button>
    </Panel>
  );
}
