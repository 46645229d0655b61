/**
 * Solvency on the wire: statement by statement, what the site owes all players together and what it says it holds, and
 * each player's own leaf in the tree behind it. Also the books of the house's bots.
 *
 * Trees are served as files below /api/fair/solvency/tile (docs/decisions/0043). What is owed does not have to be
 * trusted: each statement is a leaf of the public log, and a player's browser finds its own balance below the root in
 * it. What is held is the site's own word unless the statement names an address for it (docs/decisions/0043): those
 * addresses are in the leaf, and pages read them from there.
 */
import { queryAt } from '../wire/call.ts';

/** Statements per page: two days of them. */
export const SOLVENCY_PAGE = 48;

/** Rows per page of the bots' books. */
export const BOT_BOOKS_PAGE = 20;

export const listSolvency = queryAt('solvency.list', '/fair/solvency/list');
export const getSolvencyProof = queryAt('solvency.proof', '/fair/solvency/proof');
export const getMySolvency = queryAt('solvency.mine', '/fair/solvency/mine');
export const listBotBooks = queryAt('bots.books', '/fair/bots');
