/**
 * Scripted rounds (rulings 1.3): in a demo, staff may choose the winner of a round in which only staff and house
 * personas play. From then on it makes no fairness claim, accepts no ordinary player, and carries its mark inside the
 * game picture.
 *
 * The call is each game's own (`setWinner`) and does not exist in live. Spec 6 and 7 name paths and fields.
 */

/** The text that a demo shows on every page and in every picture (rulings 1.2). */
export const DEMO_MARK = 'Demo: play money';

/** The text that a scripted round shows in its own picture, letter for letter (rulings 1.3). */
export const SCRIPTED_MARK = 'SCRIPTED: winner chosen by staff';

/** The deviation that the client requests (spec 9). */
export const DEVIATION_USD = 0.05;
