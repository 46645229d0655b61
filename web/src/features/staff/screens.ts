/**
 * Every screen of the staff desk, a line each: where it is below /staff, what the navigation calls it, and who may use it. A role
 * that may not is not shown it; the server decides again on every call. Each is a module of its own that only the desk loads.
 */
import type { Permission } from '@fairpot/contract/wire/permissions';
import type { ComponentType } from 'react';
import { page } from '../../lazy-page.ts';

export interface DeskScreen {
  /** Below '/staff/', with `:name` parts as in a route. */
  readonly path: string;
  /** In the navigation; left out for a screen that is reached from another. */
  readonly label?: string;
  readonly permission: Permission;
  readonly view: ComponentType;
}

/** In the order of the navigation; the first that a role may use is where its desk opens. */
export const SCREENS: readonly DeskScreen[] = [
  {
    path: 'tickets',
    label: 'Tickets',
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
    label: 'Users',
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
    label: 'Trades',
    permission: 'tickets',
    view: page(() => import('./trades/trades-screen.tsx'), 'TradesScreen'),
  },
  {
    path: 'review',
    label: 'Review',
    permission: 'moderate',
    view: page(() => import('./review/review-screen.tsx'), 'ReviewScreen'),
  },
  {
    path: 'protection',
    label: 'Protection',
    permission: 'moderate',
    view: page(() => import('./risk/risk-screen.tsx'), 'RiskScreen'),
  },
  {
    path: 'pauses',
    label: 'Pauses',
    permission: 'admin',
    view: page(() => import('./pauses/pauses-screen.tsx'), 'PausesScreen'),
  },
  {
    path: 'settings',
    label: 'Settings',
    permission: 'admin',
    view: page(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
  },
  {
    path: 'cases',
    label: 'Cases',
    permission: 'admin',
    view: page(() => import('./cases/cases-screen.tsx'), 'CasesScreen'),
  },
  {
    path: 'promo',
    label: 'Promo codes',
    permission: 'admin',
    view: page(() => import('./promo/promo-screen.tsx'), 'PromoScreen'),
  },
  {
    path: 'adjustments',
    label: 'Adjustments',
    permission: 'admin',
    view: page(() => import('./adjustments/adjustments-screen.tsx'), 'AdjustmentsScreen'),
  },
  {
    path: 'personas',
    label: 'Personas',
    permission: 'moderate',
    view: page(() => import('./personas/personas-screen.tsx'), 'PersonasScreen'),
  },
  {
    path: 'reports',
    label: 'Reports',
    permission: 'admin',
    view: page(() => import('./reports/reports-screen.tsx'), 'ReportsScreen'),
  },
  {
    path: 'audit',
    label: 'Audit log',
    permission: 'admin',
    view: page(() => import('./audit/audit-screen.tsx'), 'AuditScreen'),
  },
  {
    path: 'sign-in',
    label: 'My sign-in',
    permission: 'tickets',
    view: page(() => import('./sign-in/own-screen.tsx'), 'OwnScreen'),
  },
];
