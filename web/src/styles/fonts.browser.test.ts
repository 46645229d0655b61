/**
 * Compares the stand-ins of fonts.css with Archivo: each is as high, so that the swap moves no line; and not narrower, because a larger heading would
 * count as a new largest paint. `local()` names fonts of the reader's system. Here their files come from packages, so that every machine measures the
 * same. And words stay apart in every text style of the style sheet.
 */
import archivo from '@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2?url';
import arimo from '@fontsource/arimo/files/arimo-latin-400-normal.woff2?url';
import arimoBold from '@fontsource/arimo/files/arimo-latin-700-normal.woff2?url';
import dejavu from '@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2?url';
import dejavuBold from '@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2?url';
import roboto from '@fontsource/roboto/files/roboto-latin-400-normal.woff2?url';
import robotoBold from '@fontsource/roboto/files/roboto-latin-700-normal.woff2?url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import sheet from './fonts.css?raw';

/** The file of each local font that a machine of ours may lack. Arimo has the widths and heights of Arial. */
const FILES: Readonly<Record<string, string>> = {
  Arial: arimo,
  'Arial Bold': arimoBold,
  Roboto: roboto,
  'Roboto Bold': robotoBold,
  'DejaVu Sans': dejavu,
  'DejaVu Sans Bold': dejavuBold,
};
/** Named apart from the page's own, whose local fonts may be missing here. */
const ARCHIVO = 'Test Archivo Variable';
const STAND_INS = ['Test Archivo Arial', 'Test Archivo Roboto', 'Test Archivo DejaVu'];
/** The most that a stand-in is wider, by weight. */
const MAX_WIDER: Readonly<Record<number, number>> = { 400: 1.02, 700: 1.06, 900: 1.09 };
const WEIGHTS = Object.keys(MAX_WIDER).map(Number);
/** What the first page says, and every letter and digit. */
const TEXT =
  'Stake skins against each other. Every result is checkable in your browser. Jackpot, coinflip and case battles. ' +
  'The quick brown fox jumps over the lazy dog 0123456789 $1,234.56';
const SIZE = 200;

const style = document.createElement('style');
beforeAll(async () => {
  style.textContent = sheet
    .replaceAll("font-family: '", "font-family: 'Test ")
    .replaceAll(/url\('[^']*archivo[^']*'\)/g, `url('${archivo}')`)
    .replaceAll(/local\('([^']+)'\)(?:, local\('[^']+'\))*/g, (all, name: string) => {
      const file = FILES[name];
      if (file === undefined) throw new Error(`no file for ${all}`);
      return `url('${file}')`;
    });
  document.head.append(style);
  const families = [ARCHIVO, ...STAND_INS];
  await Promise.all(
    families.flatMap((family) => WEIGHTS.map((weight) => document.fonts.load(`${weight} ${SIZE}px '${family}'`, TEXT))),
  );
});
afterAll(() => style.remove());

/** Width and height of the text on one line, in px. */
function sizeOf(family: string, weight: number): { width: number; height: number } {
  const line = document.createElement('span');
  line.textContent = TEXT;
  // What no family has would be drawn in a monospaced font, whose widths differ from all of them.
  line.style.font = `${weight} ${SIZE}px/normal '${family}', monospace`;
  line.style.whiteSpace = 'pre';
  line.style.display = 'inline-block';
  document.body.append(line);
  const { width, height } = line.getBoundingClientRect();
  line.remove();
  return { width, height };
}

test.each(STAND_INS.flatMap((family) => WEIGHTS.map((weight) => ({ family, weight }))))(
  '$family at $weight',
  ({ family, weight }) => {
    const real = sizeOf(ARCHIVO, weight);
    const { width, height } = sizeOf(family, weight);
    expect(Math.abs(height / real.height - 1)).toBeLessThan(0.005);
    expect(width / real.width).toBeGreaterThanOrEqual(1);
    expect(width / real.width).toBeLessThanOrEqual(MAX_WIDER[weight] ?? 1);
  },
);

/** The values that the loaded style sheets give the property. */
function declared(property: string): string[] {
  const values = new Set<string>();
  const visit = (rules: CSSRuleList): void => {
    for (const rule of rules) {
      if (rule instanceof CSSStyleRule) values.add(rule.style.getPropertyValue(property));
      if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  for (const { cssRules } of document.styleSheets) visit(cssRules);
  return [...values];
}

/** Px of a text with the page's own styles, and these. */
function widthOf(text: string, styles: Partial<CSSStyleDeclaration>): number {
  const line = document.createElement('span');
  line.textContent = text;
  Object.assign(line.style, { display: 'inline-block', whiteSpace: 'pre', fontFamily: `'${ARCHIVO}'`, ...styles });
  document.body.append(line);
  const { width } = line.getBoundingClientRect();
  line.remove();
  return width;
}

const TYPE_SCALE = ['2xs', 'xs', 'sm', 'base', 'lg', 'xl', 'h1', 'pot'];
/** Less separates no words: their letters have sides of up to 0.07em. */
const MIN_SPACE_EM = 0.2;

test('a space separates words in every size, weight and tracking', () => {
  const weights = declared('font-weight').filter((value) => value.startsWith('var(--font-weight-'));
  const trackings = ['0em', ...declared('letter-spacing').filter((value) => value.startsWith('-'))];
  expect(
    declared('font-size')
      .filter((value) => value.startsWith('var(--text-'))
      .toSorted(),
  ).toEqual(TYPE_SCALE.map((size) => `var(--text-${size})`).toSorted());
  expect(weights).toEqual(expect.arrayContaining(['var(--font-weight-bold)', 'var(--font-weight-black)']));
  expect(trackings).toContain('-0.02em');
  const narrow = TYPE_SCALE.flatMap((size) =>
    weights.flatMap((fontWeight) =>
      trackings.map((letterSpacing) => {
        const styles = { fontSize: `var(--text-${size})`, fontWeight, letterSpacing };
        const space = widthOf('a b', styles) - widthOf('ab', styles);
        const em = space / widthOf('', { ...styles, width: '1em' });
        return em < MIN_SPACE_EM ? `${size} ${fontWeight} ${letterSpacing}: ${em.toFixed(3)}em` : '';
      }),
    ),
  ).filter(Boolean);
  expect(narrow).toEqual([]);
});

test.each([400, 600, 700, 800, 900])('letters keep their distances in small texts, at %i', (fontWeight) => {
  const text = 'against each other, Minimal Wear';
  const em = (fontSize: string) =>
    widthOf(text, { fontSize, fontWeight: String(fontWeight) }) / Number.parseInt(fontSize, 10);
  expect(Math.abs(em('11px') / em('110px') - 1)).toBeLessThan(0.01);
});
