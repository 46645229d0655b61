/**
 * The share of the frames on the screen in which a list that scrolls had an empty place: a tile that was not there yet, or not drawn. From pictures of
 * the frames as Chromium presents them, so it costs frames: the rate is measured in another run. Used by smooth.ts.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';

/** Pictures are half as large as the screen. */
const SCALE = 0.5;
/** A column that has nothing for this part of a tile's height has an empty place. The gap between tiles is much smaller. */
const EMPTY_PART = 0.75;
/** Greatest difference of levels within a line of an empty place; pictures are lossy. */
const FLAT = 12;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface EmptyPlaces {
  readonly frames: number;
  /** Frames with an empty place. */
  readonly empty: number;
}

/** `move` scrolls `list`, whose tiles are `tile`s of the same size in columns. */
export async function emptyPlaces(
  page: Page,
  cdp: CDPSession,
  { list, tile, move }: { readonly list: Locator; readonly tile: Locator; readonly move: () => Promise<unknown> },
): Promise<EmptyPlaces> {
  const view = await list.boundingBox();
  const tiles = await tile.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })),
  );
  const [first] = tiles;
  if (!view || !first) throw new Error('nothing to scroll');
  const columns = tiles.filter(({ y }) => Math.abs(y - first.y) < 1);
  const pictures: string[] = [];
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(data);
    void cdp.send('Page.screencastFrameAck', { sessionId });
  });
  await cdp.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 60,
    maxWidth: width * SCALE,
    maxHeight: height * SCALE,
  });
  await move();
  await cdp.send('Page.stopScreencast');
  const reader = await page.context().newPage();
  await reader.evaluate('globalThis.__name = (value) => value');
  const empty = await reader.evaluate(countEmpty, {
    pictures,
    columns: columns.map((one) => scaled({ x: one.x + 8, y: view.y, width: one.width - 16, height: view.height })),
    least: Math.round(first.height * SCALE * EMPTY_PART),
    flat: FLAT,
  });
  await reader.close();
  return { frames: pictures.length, empty };
}

function scaled({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.ceil(x * SCALE), Math.ceil(y * SCALE)];
  return { x: left, y: top, width: Math.floor(width * SCALE), height: Math.floor(height * SCALE) };
}

/** Runs in a page. How many pictures have a column with `least` neighbouring lines of one colour. */
async function countEmpty(input: {
  readonly pictures: readonly string[];
  readonly columns: readonly Box[];
  readonly least: number;
  readonly flat: number;
}): Promise<number> {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('no canvas');
  const isFlat = (data: Uint8ClampedArray, from: number, to: number): boolean => {
    let [low, high] = [255, 0];
    for (let at = from; at < to; at += 4) {
      const level = data[at + 1] ?? 0;
      low = Math.min(low, level);
      high = Math.max(high, level);
    }
    return high - low < input.flat;
  };
  const hasEmpty = ({ x, y, width, height }: Box): boolean => {
    const { data } = canvas.getImageData(x, y, width, height);
    let run = 0;
    for (let line = 0; line < height && run < input.least; line++) {
      run = isFlat(data, 4 * width * line, 4 * width * (line + 1)) ? run + 1 : 0;
    }
    return run >= input.least;
  };
  let empty = 0;
  for (const picture of input.pictures) {
    const image = new Image();
    image.src = `data:image/jpeg;base64,${picture}`;
    await image.decode();
    canvas.canvas.width = image.width;
    canvas.canvas.height = image.height;
    canvas.drawImage(image, 0, 0);
    if (input.columns.some(hasEmpty)) empty += 1;
  }
  return empty;
}
