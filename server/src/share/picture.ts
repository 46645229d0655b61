/** The picture of a round: SVG of its card, drawn as PNG by resvg outside the main thread, because chat programs show no SVG. */
import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';
import { DEMO_MARK, SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { clipped, type RoundCard } from '../games/kit/round-card.ts';

export const PICTURE = { width: 1_200, height: 630 } as const;
const FONTS = [
  import.meta.resolve('@expo-google-fonts/archivo/500Medium/Archivo_500Medium.ttf'),
  import.meta.resolve('@expo-google-fonts/archivo/900Black/Archivo_900Black.ttf'),
].map((file) => fileURLToPath(file));
/** Room for two names with badges, and a sum. */
const MAX_TEXT = 72;
const WARN = '#ffb547';
const ROWS = 3;
/** Where there is room for it. */
const PROMISE = 'Every result is checkable in your browser.';

/** Text for XML and HTML. Control characters are in no valid XML. */
export function escaped(text: string): string {
  return text.replace(/\p{Cc}/gu, '').replace(/[&<>"']/g, (found) => `&#${found.codePointAt(0) ?? 0};`);
}

/** `isDemo`: the site plays for play money, and the picture says so (rulings 1.2). */
export function cardSvg(card: RoundCard, isDemo: boolean): string {
  const [game = ''] = card.title.split(':', 1);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" ` +
    'font-family="Archivo" font-weight="500" fill="#f2f4f7"><rect width="1200" height="630" fill="#0d0f12"/>' +
    '<rect x="0" y="0" width="1200" height="12" fill="#c6f04d"/>' +
    label(64, 104, 36, 'Fairpot', 'font-weight="900" fill="#c6f04d"') +
    (isDemo ? label(600, 104, 36, DEMO_MARK, `font-weight="900" text-anchor="middle" fill="${WARN}"`) : '') +
    label(1136, 104, 36, game, 'font-weight="900" text-anchor="end"') +
    label(64, 236, 104, card.sum, 'font-weight="900"') +
    (card.scripted
      ? `<rect x="64" y="262" width="1072" height="56" fill="${WARN}"/>` +
        label(600, 302, 34, SCRIPTED_MARK, 'font-weight="900" text-anchor="middle" fill="#0d0f12"')
      : label(64, 296, 28, clipped(card.text, MAX_TEXT), 'fill="#a8b0bd"')) +
    card.players
      .slice(0, ROWS * 2)
      .map(row)
      .join('') +
    (card.scripted || card.players.length > 4 ? '' : label(64, 586, 28, PROMISE, 'fill="#a8b0bd"')) +
    '</svg>'
  );
}

/** One player: two columns of three. The badge comes first, so that no name covers it; a name ends before the sum. */
function row({ name, badge, sum, won }: RoundCard['players'][number], at: number): string {
  const [x, y] = [64 + (at % 2) * 548, 340 + Math.floor(at / 2) * 92];
  const edge = won === true ? '#c6f04d' : '#2a313c';
  const ink = won === false ? 'fill="#a8b0bd"' : '';
  const start = badge === null ? 24 : 116;
  const mark =
    `<rect x="${x + 20}" y="${y + 22}" width="84" height="34" rx="4" fill="none" stroke="${WARN}" stroke-width="2"/>` +
    label(x + 62, y + 46, 20, badge ?? '', `font-weight="900" text-anchor="middle" fill="${WARN}"`);
  return (
    `<rect x="${x}" y="${y}" width="524" height="76" rx="12" fill="#1b2028" stroke="${edge}" stroke-width="3"/>` +
    (badge === null ? '' : mark) +
    `<svg x="${x + start}" y="${y}" width="${484 - start - sum.length * 17}" height="76">` +
    `${label(0, 49, 32, clipped(name), `font-weight="900" ${ink}`)}</svg>` +
    label(x + 500, y + 49, 30, sum, `text-anchor="end" ${ink}`)
  );
}

function label(x: number, y: number, size: number, text: string, more: string): string {
  // As on the site: a black Archivo has spaces so narrow that words run together.
  const space = `word-spacing="${(size * 0.08).toFixed(1)}"`;
  return `<text x="${x}" y="${y}" font-size="${size}" ${space} ${more}>${escaped(text)}</text>`;
}

export async function drawCard(card: RoundCard, isDemo: boolean): Promise<Buffer> {
  const font = { fontFiles: FONTS, loadSystemFonts: false, defaultFontFamily: 'Archivo' };
  return (await renderAsync(cardSvg(card, isDemo), { font })).asPng();
}
