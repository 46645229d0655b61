/** The picture of a round: SVG of its card, drawn as PNG by resvg outside the main thread, because chat programs show no SVG. */
import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';
import type { RoundCard } from '../games/kit/round-card.ts';

export const PICTURE = { width: 1_200, height: 630 } as const;
const FONTS = [
  import.meta.resolve('@expo-google-fonts/archivo/500Medium/Archivo_500Medium.ttf'),
  import.meta.resolve('@expo-google-fonts/archivo/900Black/Archivo_900Black.ttf'),
].map((file) => fileURLToPath(file));
const MAX_NAME = 16;
const ROWS = 3;
/** Where there is room for it. */
const PROMISE = 'Every result is checkable in your browser.';

/** Text for XML and HTML. Control characters are in no valid XML. */
export function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, '').replace(/[&<>"']/g, (found) => `&#${found.codePointAt(0) ?? 0};`);
}

export function cardSvg(card: RoundCard): string {
  const [game = ''] = card.title.split(':', 1);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" ` +
    'font-family="Archivo" font-weight="500" fill="#f2f4f7"><rect width="1200" height="630" fill="#0d0f12"/>' +
    '<rect x="0" y="0" width="1200" height="12" fill="#c6f04d"/>' +
    label(64, 104, 36, 'Fairpot', 'font-weight="900" fill="#c6f04d"') +
    label(1136, 104, 36, game, 'font-weight="900" text-anchor="end"') +
    label(64, 236, 104, card.sum, 'font-weight="900"') +
    label(64, 296, 32, clipped(card.text, 62), 'fill="#a8b0bd"') +
    card.players
      .slice(0, ROWS * 2)
      .map(row)
      .join('') +
    (card.players.length > 4 ? '' : label(64, 586, 28, PROMISE, 'fill="#a8b0bd"')) +
    '</svg>'
  );
}

/** One player: two columns of three. */
function row({ name, sum, won }: RoundCard['players'][number], at: number): string {
  const [x, y] = [64 + (at % 2) * 548, 340 + Math.floor(at / 2) * 92];
  const edge = won === true ? '#c6f04d' : '#2a313c';
  const ink = won === false ? 'fill="#a8b0bd"' : '';
  return (
    `<rect x="${x}" y="${y}" width="524" height="76" rx="12" fill="#1b2028" stroke="${edge}" stroke-width="3"/>` +
    label(x + 24, y + 49, 32, clipped(name, MAX_NAME), `font-weight="900" ${ink}`) +
    label(x + 500, y + 49, 30, sum, `text-anchor="end" ${ink}`)
  );
}

function label(x: number, y: number, size: number, text: string, more: string): string {
  return `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escaped(text)}</text>`;
}

function clipped(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}

export async function drawCard(card: RoundCard): Promise<Buffer> {
  const font = { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Archivo' };
  return (await renderAsync(cardSvg(card), { font })).asPng();
}
