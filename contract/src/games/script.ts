/**
 * Scripted rounds (rulings 1.3): in a demo, staff may say who wins a round in which only staff and house personas are. From
 * then on it makes no fairness claim, takes no ordinary player, and carries its mark inside the game picture.
 *
 * The call is each game's own (`setWinner`) and does not exist in live. Spec 6 and 7 name paths and fields.
 */

/** What a scripted round says inside its own picture, letter for letter (rulings 1.3). */
export const SCRIPTED_MARK = 'SCRIPTED: winner chosen by staff';

/** The lead that the client asks for (spec 9). */
export const DEVIATION_USD = 0.05;
