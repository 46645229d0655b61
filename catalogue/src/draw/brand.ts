/**
 * Fairpot's mark: a ring (the pot seen from above) with a gap where a check mark passes through. It has two strokes, so it stays
 * clear at 16 pixels. The web uses it for the favicon, the header and the installed app's icon.
 */

/** The brand's two colours: lime on graphite. */
export const BRAND = { volt: '#c8f04a', graphite: '#14171c' } as const;

/** The mark's strokes in a 64 by 64 box: the open ring and the check mark that passes through its gap. */
export const MARK = {
  ring: 'M38.5 14.4A21 21 0 1 0 51.4 28.9',
  check: 'M21.5 32.5L30 41L52.5 13.5',
  strokeWidth: 7,
} as const;

/** The two strokes in `color`, for any SVG with a 64 by 64 view box. "currentColor" is the colour of the text. */
export function markStrokes(color: string): string {
  return (
    `<g fill="none" stroke="${color}" stroke-width="${MARK.strokeWidth}" stroke-linecap="round" ` +
    `stroke-linejoin="round"><path d="${MARK.ring}"/><path d="${MARK.check}"/></g>`
  );
}

/** The mark on a transparent background. */
export function markSvg(color: string = BRAND.volt): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">' +
    `${markStrokes(color)}</svg>`
  );
}

/** The mark on a graphite tile: favicon and app icon. The strokes stay out of the outer tenth, so a mask does not cut them. */
export function faviconSvg(): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">` +
    `<rect width="64" height="64" rx="14" fill="${BRAND.graphite}"/>` +
    `<g transform="translate(32 32) scale(.84) translate(-32 -32)">${markStrokes(BRAND.volt)}</g></svg>`
  );
}
