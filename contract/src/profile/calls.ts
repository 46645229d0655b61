/**
 * What a player looks up about themselves and decides over: results by day, the history of money and items, sessions, an export of
 * everything, and the closing of the account.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** Days that the charts reach back, today among them. */
export const STATISTICS_DAYS = 365;
/** Movements of one page of the history. */
export const HISTORY_PAGE = 50;

/** What movements are filtered by. GAME: stakes, what came back, winnings. OTHER: play money, prizes, what staff adjusted. */
export const HISTORY_KINDS = ['DEPOSIT', 'WITHDRAWAL', 'GAME', 'MARKET', 'OTHER'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** How long pages of an export are handed out after it was asked for, ms; and how many exports a person may ask for in a day. */
export const EXPORT_LIVES_MS = 60 * 60_000;
export const EXPORTS_A_DAY = 5;

/**
 * What the closing of an account waits for. REST: the time to think it over. PLAY: stakes in rounds that are not over. HELD: money that
 * is reserved. TRADES: trade offers and trades that can still be taken back. COINS: withdrawals or deposits of coins under way. FROZEN:
 * trades that stand still until staff have looked. BALANCE, ITEMS: what has to be taken out first.
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
export const callBackClosing = commandAt('user.closingBack', '/user/closing/back');
export const giveUpRest = commandAt('user.closingGiveUp', '/user/closing/give-up');
