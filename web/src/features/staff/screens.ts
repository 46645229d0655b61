/**
 * The screens of the staff desk: path below /staff, label in the navigation, required permission. A role without the permission does not
 * see the screen; the server checks again on every call. Each screen is a separate module that only the desk loads.
 */
import type { Permission } from '@fairpot/contract/wire/permissions';
import type { ComponentType } from 'react';
import { page } from '../../lazy-page.ts';
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

/** In the order of the navigation, group by group. The desk opens at the first one that the role may use. */
export const SCREENS: readonly DeskScreen[] = [
  {
    path: 'tickets',
    label: texts.screens.tickets,
    group: 'players',
    permission: 'tickets',
    view: page(() => import('./tickets/tickets-screen.tsx'), 'TicketsScreen'),
  },
  {
    path: 'tickets/:id',
    permission: 'tickets',
    view: page(() => import('./tickets/ticket-screen.tsx'), 'TicketScreen'),
  },
  {
    path: 'users',
    label: texts.screens.users,
    group: 'players',
    permission: 'tickets',
    view: page(() => import('./users/users-screen.tsx'), 'UsersScreen'),
  },
  {
    path: 'users/:id',
    permission: 'tickets',
    view: page(() => import('./users/user-screen.tsx'), 'UserScreen'),
  },
  {
    path: 'trades',
    label: texts.screens.trades,
    group: 'value',
    permission: 'tickets',
    view: page(() => import('./trades/trades-screen.tsx'), 'TradesScreen'),
  },
  {
    path: 'review',
    label: texts.screens.review,
    group: 'value',
    permission: 'moderate',
    view: page(() => import('./review/review-screen.tsx'), 'ReviewScreen'),
  },
  {
    path: 'adjustments',
    label: texts.screens.adjustments,
    group: 'value',
    permission: 'admin',
    view: page(() => import('./adjustments/adjustments-screen.tsx'), 'AdjustmentsScreen'),
  },
  {
    path: 'promo',
    label: texts.screens.promo,
    group: 'value',
    permission: 'admin',
    view: page(() => import('./promo/promo-screen.tsx'), 'PromoScreen'),
  },
  {
    path: 'protection',
    label: texts.screens.protection,
    group: 'risk',
    permission: 'moderate',
    view: page(() => import('./risk/risk-screen.tsx'), 'RiskScreen'),
  },
  {
    path: 'collusion',
    label: texts.screens.collusion,
    group: 'risk',
    permission: 'moderate',
    view: page(() => import('./collusion/collusion-screen.tsx'), 'CollusionScreen'),
  },
  {
    path: 'breakers',
    label: texts.screens.breakers,
    group: 'risk',
    permission: 'moderate',
    view: page(() => import('./breakers/breakers-screen.tsx'), 'BreakersScreen'),
  },
  {
    path: 'pauses',
    label: texts.screens.pauses,
    group: 'site',
    permission: 'admin',
    view: page(() => import('./pauses/pauses-screen.tsx'), 'PausesScreen'),
  },
  {
    path: 'settings',
    label: texts.screens.settings,
    group: 'site',
    permission: 'admin',
    view: page(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
  },
  {
    path: 'cases',
    label: texts.screens.cases,
    group: 'site',
    permission: 'admin',
    view: page(() => import('./cases/cases-screen.tsx'), 'CasesScreen'),
  },
  {
    path: 'personas',
    label: texts.screens.personas,
    group: 'site',
    permission: 'moderate',
    view: page(() => import('./personas/personas-screen.tsx'), 'PersonasScreen'),
  },
  {
    path: 'reports',
    label: texts.screens.reports,
    group: 'records',
    permission: 'admin',
    view: page(() => import('./reports/reports-screen.tsx'), 'ReportsScreen'),
  },
  {
    path: 'audit',
    label: texts.screens.audit,
    group: 'records',
    permission: 'admin',
    view: page(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
  },
  {
    path: 'sign-in',
    label: texts.screens.signIn,
    group: 'records',
    permission: 'tickets',
    view: page(() => import('./sign-in/my-sign-in-screen.tsx'), 'MySignInScreen'),
  },
];
