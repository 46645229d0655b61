/**
 * What players look up and decide about their own account: results by day, the history of money and items, sessions, an
 * export of everything, and the closing of the account.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Days that the charts cover, today included. */
export const STATISTICS_DAYS = 365;
/** Movements per page of the history. */
export const HISTORY_PAGE = 50;

/** Filters of movements. GAME: stakes, returns, winnings. OTHER: play money, prizes, staff adjustments. */
export const HISTORY_KINDS = ['DEPOSIT', 'WITHDRAWAL', 'GAME', 'MARKET', 'OTHER'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/**
 * How long the pages of an export are available after the request, ms; and how many exports a player may request in a
 * day.
 */
export const EXPORT_LIFETIME_MS = 60 * 60_000;
export const EXPORTS_PER_DAY = 5;

/**
 * What the closing of an account waits for. REST: the cooling-off time. PLAY: stakes in rounds that are not over. HELD:
 * reserved money. TRADES: trade offers, and trades that can still be reversed. COINS: coin withdrawals or deposits in
 * progress. FROZEN: trades frozen until staff have looked. BALANCE, ITEMS: what has to be withdrawn first.
 */
export const CLOSING_WAITS = ['REST', 'PLAY', 'HELD', 'TRADES', 'COINS', 'FROZEN', 'BALANCE', 'ITEMS'] as const;
export type ClosingWaitKind = (typeof CLOSING_WAITS)[number];

export const getStatistics = queryAt('user.statistics', '/user/statistics');
export const listHistory = queryAt('user.history', '/user/history');
export const listSessions = queryAt('user.sessions', '/user/sessions');
export const endOwnSessions = commandAt('user.endSessions', '/user/sessions/end');
export const startExport = commandAt('user.export', '/user/export');
export const readExport = queryAt('user.exportPage', '/user/export/page');
export const getClosing = queryAt('user.closing', '/user/closing');
export const startClosing = commandAt('user.close', '/user/closing/start');
export const revokeClosing = commandAt('user.closingBack', '/user/closing/back');
export const forfeitRemainder = commandAt('user.closingGiveUp', '/user/closing/give-up');
