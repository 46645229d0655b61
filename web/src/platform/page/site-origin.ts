/** This site's origin, as printed in commands for other programs. Empty in the first HTML, which is made outside a browser. */
export function siteOrigin(): string {
  return typeof location === 'undefined' ? '' : location.origin;
}
