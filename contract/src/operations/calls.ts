/**
 * The staff desk's screens for running the site: settings with their history, balance adjustments by two people, house
 * personas, and daily reports. Pauses are in pauses/, because players' pages read them too.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Changes and adjustments per page. */
export const OPERATIONS_PAGE = 50;
/** Maximum number of days in one report. */
export const REPORT_MAX_DAYS = 92;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** ASKED: waits for a second staff member. DONE: the money moved. REFUSED: it did not, and never will. */
export const ADJUSTMENT_STATES = ['ASKED', 'DONE', 'REFUSED'] as const;

export const listSiteSettings = queryAt('siteSettings.list', '/admin/settings');
export const changeSiteSetting = commandAt('siteSettings.change', '/admin/settings/change');
export const listSettingChanges = queryAt('siteSettings.history', '/admin/settings/history');
export const listAdjustments = queryAt('adjustments.list', '/admin/adjustments');
export const proposeAdjustment = commandAt('adjustments.ask', '/admin/adjustments/ask');
export const approveAdjustment = commandAt('adjustments.approve', '/admin/adjustments/approve');
export const refuseAdjustment = commandAt('adjustments.refuse', '/admin/adjustments/refuse');
export const listPersonas = queryAt('personas.list', '/admin/personas');
export const makePersona = commandAt('personas.make', '/admin/personas/make');
export const dayReport = queryAt('reports.days', '/admin/reports/days');
