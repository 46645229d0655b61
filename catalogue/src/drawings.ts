/** Every picture of the site, and how it is rendered. */
import { CASES, drawableCase } from './cases.ts';
import { ITEM_TYPES } from './items.ts';
import { caseArt, PLAIN_TINT } from './draw/case-art.ts';
import { itemArt } from './draw/item-art.ts';
import { BOX } from './shapes/path.ts';

const WIDTH = 320;
const SVG_DPI = 72;

/** What changes the pixels without changing a drawing, besides the renderer itself. */
export const RECIPE = {
  width: WIDTH,
  density: (SVG_DPI * WIDTH) / BOX.width,
  webp: { quality: 76, alphaQuality: 60, effort: 2 },
} as const;

/** Every picture by the name of its file; `case` is the shared one for cases without their own. */
export function drawings(): { readonly slug: string; readonly svg: string }[] {
  return [
    ...ITEM_TYPES.map((type) => ({ slug: type.slug, svg: itemArt(type) })),
    ...CASES.map((each) => ({ slug: `case-${each.id}`, svg: caseArt(drawableCase(each)) })),
    { slug: 'case', svg: caseArt({ id: 'case', colorHex: PLAIN_TINT, family: 'hard', hero: null }) },
  ];
}
