/** The sections of a player's page at the desk, one line each. Each is a separate module, loaded when its tab opens. */
import type { Permission } from '@fairpot/contract/wire/permissions';
import { lazy, type ComponentType } from 'react';
import type * as Own from './account-sections.tsx';
import type { UserSectionProps } from './section-props.ts';
import { texts } from './texts.ts';

export interface UserSection {
  /** Names the tab. */
  readonly title: string;
  readonly permission: Permission;
  readonly view: ComponentType<UserSectionProps>;
}

const own = (name: keyof typeof Own) => lazy(async () => ({ default: (await import('./account-sections.tsx'))[name] }));

export const USER_SECTIONS: readonly UserSection[] = [
  { title: texts.tabs.money, permission: 'tickets', view: own('MoneySection') },
  {
    title: texts.tabs.items,
    permission: 'tickets',
    view: lazy(async () => ({ default: (await import('./items-section.tsx')).ItemsSection })),
  },
  { title: texts.tabs.games, permission: 'tickets', view: own('RoundsSection') },
  { title: texts.tabs.trades, permission: 'tickets', view: own('TradesSection') },
  { title: texts.tabs.crypto, permission: 'tickets', view: own('CryptoSection') },
  {
    title: texts.tabs.tickets,
    permission: 'tickets',
    view: lazy(async () => ({ default: (await import('./tickets-section.tsx')).TicketsSection })),
  },
  {
    title: texts.tabs.limits,
    permission: 'tickets',
    view: lazy(async () => ({ default: (await import('./limits-section.tsx')).LimitsSection })),
  },
  {
    title: texts.tabs.risk,
    permission: 'moderate',
    view: lazy(async () => ({ default: (await import('../risk/protection-section.tsx')).ProtectionSection })),
  },
  { title: texts.tabs.sessions, permission: 'moderate', view: own('SessionsSection') },
  { title: texts.tabs.notes, permission: 'tickets', view: own('NotesSection') },
  { title: texts.tabs.audit, permission: 'admin', view: own('ActsSection') },
];
