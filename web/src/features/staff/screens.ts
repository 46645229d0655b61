/**
 * The screens of the staff desk: path below /staff, label in the navigation, required permission. A role without the permission does not
 * see the screen; the server checks again on every call.
 */
import type { Permission } from '@fairpot/contract/wire/permissions';
import type { ComponentType } from 'react';
import { page, type ComponentName } from '../../lazy-page.ts';
import { texts } from './texts.ts';

/** In the order of the navigation. */
export const DESK_GROUPS = ['players', 'value', 'risk', 'site', 'records'] as const;
export type DeskGroup = (typeof DESK_GROUPS)[number];

export interface DeskScreen {
  /** Below '/staff/', with `:name` parts as in a route. */
  readonly path: string;
  /** In the navigation; missing for a screen that is opened from another one. */
  readonly label?: string;
  /** Of the navigation; every screen with a label has one. */
  readonly group?: DeskGroup;
  readonly permission: Permission;
  readonly view: ComponentType;
}

/** A screen in a module of its own, which exports it as `name`. */
function screen<M>(path: string, permission: Permission, load: () => Promise<M>, name: ComponentName<M>): DeskScreen {
  return { path, permission, view: page(load, name) };
}

/** Labels in the navigation, by path. A screen without one is opened from another one. */
const LABELS: Readonly<Record<string, string>> = texts.screens;

function inGroup(group: DeskGroup, screens: readonly DeskScreen[]): DeskScreen[] {
  return screens.map((each) => {
    const label = LABELS[each.path];
    return label === undefined ? each : { ...each, label, group };
  });
}

/** In the order of the navigation. The desk opens at the first one that the role may use. */
export const SCREENS: readonly DeskScreen[] = [
  ...inGroup('players', [
    screen('tickets', 'tickets', () => import('./tickets/tickets-screen.tsx'), 'TicketsScreen'),
    screen('tickets/:id', 'tickets', () => import('./tickets/ticket-screen.tsx'), 'TicketScreen'),
    screen('users', 'tickets', () => import('./users/users-screen.tsx'), 'UsersScreen'),
    screen('users/:id', 'tickets', () => import('./users/user-screen.tsx'), 'UserScreen'),
  ]),
  ...inGroup('value', [
    screen('trades', 'tickets', () => import('./trades/trades-screen.tsx'), 'TradesScreen'),
    screen('review', 'moderate', () => import('./review/review-screen.tsx'), 'ReviewScreen'),
    screen('adjustments', 'admin', () => import('./adjustments/adjustments-screen.tsx'), 'AdjustmentsScreen'),
    screen('promo', 'admin', () => import('./promo/promo-screen.tsx'), 'PromoScreen'),
  ]),
  ...inGroup('risk', [
    screen('protection', 'moderate', () => import('./risk/risk-screen.tsx'), 'RiskScreen'),
    screen('collusion', 'moderate', () => import('./collusion/collusion-screen.tsx'), 'CollusionScreen'),
    screen('breakers', 'moderate', () => import('./breakers/breakers-screen.tsx'), 'BreakersScreen'),
  ]),
  ...inGroup('site', [
    screen('pauses', 'admin', () => import('./pauses/pauses-screen.tsx'), 'PausesScreen'),
    screen('settings', 'admin', () => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
    screen('cases', 'admin', () => import('./cases/cases-screen.tsx'), 'CasesScreen'),
    screen('personas', 'moderate', () => import('./personas/personas-screen.tsx'), 'PersonasScreen'),
  ]),
  ...inGroup('records', [
    screen('reports', 'admin', () => import('./reports/reports-screen.tsx'), 'ReportsScreen'),
    screen('audit', 'admin', () => import('./audit/audit-screen.tsx'), 'AuditScreen'),
    screen('sign-in', 'tickets', () => import('./sign-in/my-sign-in-screen.tsx'), 'MySignInScreen'),
  ]),
];
