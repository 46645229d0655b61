/**
 * What Steam shows of one asset beyond its name: float, pattern seed, Doppler phase, stickers. A price list has one price
 * for a name; these make a single asset worth more.
 */

/** Phases of Doppler and Gamma Doppler. Each has a price of its own. */
export const PHASES = [
  'Phase 1',
  'Phase 2',
  'Phase 3',
  'Phase 4',
  'Ruby',
  'Sapphire',
  'Black Pearl',
  'Emerald',
] as const;
export type Phase = (typeof PHASES)[number];

/** The longest certificate, in hex digits; see `INSPECT_URL`. */
const CERTIFICATE_MAX = 1_000;
/**
 * The only inspect links that are shown: by owner and asset (`S..A..D..`), or by the asset's certificate, which names no
 * owner and stays valid after a trade.
 */
export const INSPECT_URL = new RegExp(
  String.raw`^steam://(?:run/730//|rungame/730/\d{17}/)\+csgo_econ_action_preview%20` +
    String.raw`(?:S\d{17}A\d{1,20}D\d{1,20}|(?<certificate>[0-9A-F]{2,${CERTIFICATE_MAX}}))$`,
);

/**
 * Floats for which collectors pay a premium. The range is 0 to 1; Factory New ends at 0.07, Battle-Scarred begins at 0.45.
 * Our own choice: float databases rank assets by the lowest and the highest float, and no price source has prices for
 * them. Floats inside the other wears count as ordinary: their premium is small.
 */
const LOW_FLOAT = 0.01;
const HIGH_FLOAT = 0.95;

/** A name of a Doppler that ends with its wear: Steam's own, without the phase that follows in a type of a phase. */
const WITHOUT_PHASE = /Doppler \([^()]*\)$/;

/** Whether a name leaves the phase of a Doppler open: such an asset may be the cheapest phase, or a gem. */
export function isPhaseOpen(marketHashName: string): boolean {
  return WITHOUT_PHASE.test(marketHashName);
}

/** What of an asset's details may be worth more than its name. */
interface PremiumDetails {
  readonly float: number | null;
  readonly stickers: readonly string[];
}

/**
 * Whether the asset may be worth another price than that of its name. Any sticker or charm counts, and so does a Doppler
 * whose phase is not known. A known phase does not: it is part of the name. Nor does a pattern seed: a few patterns of a
 * few skins have a premium, and no public list says which.
 */
export function hasUnpricedPremium(marketHashName: string, details: PremiumDetails | null): boolean {
  if (isPhaseOpen(marketHashName)) return true;
  if (details === null) return false;
  const { float, stickers } = details;
  return stickers.length > 0 || (float !== null && (float < LOW_FLOAT || float > HIGH_FLOAT));
}
