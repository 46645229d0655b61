/**
 * Emoji of our own: letters that no set has, the coin of this site, and a smirk in place of the face of a real person.
 * Each is the inside of an svg of 32 by 32. Read by build-emoji.ts.
 */

/** Two letters as strokes on a tile. */
function tile(ground: string, ink: string, letters: string): string {
  return (
    `<rect x="1" y="5" width="30" height="22" rx="6" fill="${ground}"/>` +
    `<path d="${letters}" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`
  );
}

const G_LEFT = 'M14 13a4.4 4.4 0 0 0-8 2.6v1a4.3 4.3 0 0 0 8.2 1.9V16.5h-3';
const G_RIGHT = 'M25.8 13a4.4 4.4 0 0 0-8 2.6v1a4.3 4.3 0 0 0 8.2 1.9V16.5h-3';
const L_RIGHT = 'M19 11v10h7';
const N_LEFT = 'M6 21V11l7.5 10V11';
const T_RIGHT = 'M17.5 11h9m-4.5 0v10';

const KAPPA =
  '<circle cx="16" cy="16" r="14" fill="#b9bdc6"/>' +
  '<path d="M3.5 9.7A14 14 0 0 1 28.5 9.7C24 5.5 20 7.5 16 6.5S7 6 3.5 9.7Z" fill="#5b606c"/>' +
  '<path d="M7.5 12.6c1.5-1.1 3.6-1.2 5.3-.4" fill="none" stroke="#3b3f49" stroke-width="1.8" ' +
  'stroke-linecap="round"/>' +
  '<path d="M19.2 10.3c1.7-1.5 4-1.7 5.6-.4" fill="none" stroke="#3b3f49" stroke-width="1.8" stroke-linecap="round"/>' +
  '<ellipse cx="10.5" cy="15.3" rx="1.9" ry="1.5" fill="#2a2d35"/>' +
  '<ellipse cx="21.5" cy="14.5" rx="2" ry="1.9" fill="#2a2d35"/>' +
  '<path d="M16.5 15.5c.6 1.8 1 3 .2 3.7" fill="none" stroke="#8a8f9b" stroke-width="1.5" stroke-linecap="round"/>' +
  '<path d="M9.5 22.8c4 2.2 9.5 1.8 13.2-2.6" fill="none" stroke="#2a2d35" stroke-width="2.2" ' +
  'stroke-linecap="round"/>' +
  '<path d="M22 18.9c1 .2 1.7.9 1.8 1.9" fill="none" stroke="#2a2d35" stroke-width="1.8" stroke-linecap="round"/>';

const FLIP =
  '<path d="M16 2a14 14 0 0 0 0 28Z" fill="#ff5a5f"/><path d="M16 2a14 14 0 0 1 0 28Z" fill="#5aa2ff"/>' +
  '<circle cx="16" cy="16" r="10.5" fill="none" stroke="#14171c" stroke-opacity=".35" stroke-width="2"/>' +
  '<path d="M12.8 12.5h-2.3M11.7 12v8.2" stroke="#fff" stroke-width="2.4" stroke-linecap="round" fill="none"/>' +
  '<path d="M18.7 13.7a2.5 2.5 0 1 1 4.4 1.9l-4.4 4.6h5" stroke="#fff" stroke-width="2.4" ' +
  'stroke-linecap="round" stroke-linejoin="round" fill="none"/>';

export const OWN_EMOJI: Readonly<Record<string, string>> = {
  gg: tile('#c8f04a', '#12160a', G_LEFT + G_RIGHT),
  gl: tile('#6cb6ff', '#0d0f12', G_LEFT + L_RIGHT),
  nt: tile('#ffb547', '#0d0f12', N_LEFT + T_RIGHT),
  kappa: KAPPA,
  flip: FLIP,
};
