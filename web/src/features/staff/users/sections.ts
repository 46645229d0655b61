/**
 * What a player's page at the desk is made of, a line each: whoever has something to show of a player adds a section. Each is a module
 * of its own, loaded when it is opened.
 */
import type { Permission } from '@fairpot/contract/wire/permissions';
import { lazy, type ComponentType } from 'react';
import type * as Own from './own-sections.tsx';
import type { UserSectionProps } from './section-props.ts';

export interface UserSection {
  /** Names the tab. */
  readonly title: string;
  readonly permission: Permission;
  readonly view: ComponentType<UserSectionProps>;
}

const own = (name: keyof typeof Own) => lazy(async () => ({ default: (await import('./own-sections.tsx'))[name] }));

export const USER_SECTIONS: readonly UserSection[] = [
  { title: 'Money', permission: 'tickets', view: own('MoneySection') },
  {
    title: 'Items',
    permission: 'tickets',
    view: lazy(async () => ({ default: (await import('./items-section.tsx')).ItemsSection })),
  },
  { title: 'Games', permission: 'tickets', view: own('RoundsSection') },
  { title: 'Trades', permission: 'tickets', view: own('TradesSection') },
  { title: 'Crypto', permission: 'tickets', view: own('CryptoSection') },
  {
    title: 'Tickets',
    permission: 'tickets',
    view: lazy(async () => ({ default: (await import('./tickets-section.tsx')).TicketsSection })),
  },
  {
    title: 'Limits',
    permission: 'tickets',
    view: lazy(async () => ({ default: (await import('./limits-section.tsx')).LimitsSection })),
  },
  {
    title: 'Signs of play',
    permission: 'moderate',
    view: lazy(async () => ({ default: (await import('../risk/protection-section.tsx')).ProtectionSection })),
  },
  { title: 'Sessions', permission: 'moderate', view: own('SessionsSection') },
  { title: 'Notes', permission: 'tickets', view: own('NotesSection') },
  { title: 'Acts', permission: 'admin', view: own('ActsSection') },
];
