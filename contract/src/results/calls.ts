/** The newest results of all games, and the sums since the first round: shown on the first page and in the chat. */
import { queryAt } from '../wire/call.ts';

/** Rounds in one answer. */
export const RECENT_ROUNDS = 20;

export const recentResults = queryAt('results.recent', '/results/recent');
