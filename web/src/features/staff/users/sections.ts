/** The sections of a player's page at the desk, one line each. Each is a separate module, loaded when its tab opens. */
import type { Permission } from '@fairpot/contract/wire/permissions';
import type { ComponentType } from 'react';
import type { UserSectionProps } from './section-props.ts';
import { texts } from './texts.ts';
import { later } from '../../../ui/states/boundary.tsx';

export interface UserSection {
  /** Names the tab. */
  readonly title: string;
  readonly permission: Permission;
  readonly view: ComponentType<UserSectionProps>;
}

const own = () => import('./account-sections.tsx');

function section<M>(
  title: string,
  permission: Permission,
  load: () => Promise<M>,
  name: { [N in keyof M]: M[N] extends ComponentType<UserSectionProps> ? N : never }[keyof M],
): UserSection {
  const view = later(async () => (await load())[name] as ComponentType<UserSectionProps>);
  return { title, permission, view };
}

export const USER_SECTIONS: readonly UserSection[] = [
  section(texts.tabs.money, 'tickets', own, 'MoneySection'),
  section(texts.tabs.items, 'tickets', () => import('./items-section.tsx'), 'ItemsSection'),
  section(texts.tabs.games, 'tickets', own, 'RoundsSection'),
  section(texts.tabs.trades, 'tickets', own, 'TradesSection'),
  section(texts.tabs.crypto, 'tickets', own, 'CryptoSection'),
  section(texts.tabs.tickets, 'tickets', () => import('./tickets-section.tsx'), 'TicketsSection'),
  section(texts.tabs.limits, 'tickets', () => import('./limits-section.tsx'), 'LimitsSection'),
  section(texts.tabs.risk, 'moderate', () => import('../risk/protection-section.tsx'), 'ProtectionSection'),
  section(texts.tabs.sessions, 'moderate', own, 'SessionsSection'),
  section(texts.tabs.notes, 'tickets', own, 'NotesSection'),
  section(texts.tabs.audit, 'admin', own, 'ActsSection'),
];
