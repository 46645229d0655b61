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

/**
 * Whether the asset may be worth more than the price of its name. Any sticker or charm counts. A pattern seed does not: a
 * few patterns of a few skins have a premium, and no public list says which. A phase does not: it is part of the name.
 */
export function hasUnpricedPremium({
  float,
  stickers,
}: {
  readonly float: number | null;
  readonly stickers: readonly string[];
}): boolean {
  return stickers.length > 0 || (float !== null && (float < LOW_FLOAT || float > HIGH_FLOAT));
}
