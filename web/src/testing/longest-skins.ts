/** The items of the catalogue that need the most room on a tile, with details that differ between two of the same name. */
import rows from '@fairpot/catalogue/data/items.json';
import { parseMarketName } from '@fairpot/catalogue/names';
import type { ItemDetails, Skin } from '@fairpot/contract/inventory/item.schemas';

const COUNT = 40;

interface LongSkin extends Skin {
  readonly marketHashName: string;
}

/** Those of different names, the longest first. */
export const LONGEST_SKINS: readonly LongSkin[] = [
  ...new Map(
    rows
      .map(({ slug, appId, marketHashName, rarity, rarityColor, pips, priceCents }) => {
        const { name, itemName, itemType } = parseMarketName(marketHashName, appId);
        const look = { icon: '', iconBackground: '', colorHex: rarityColor, rarity, pips, priceUsd: priceCents };
        return { id: slug, appId, marketHashName, name, itemName, itemType, ...look };
      })
      .sort((a, b) => b.name.length + b.itemName.length - a.name.length - a.itemName.length)
      .map((skin) => [`${skin.name}|${skin.itemName}`, skin]),
  ).values(),
].slice(0, COUNT);

export const LONG_DETAILS: ItemDetails = {
  float: 0.4512,
  seed: 661,
  phase: 'Black Pearl',
  stickers: ['One', 'Two', 'Three', 'Four'],
  inspectUrl: null,
};

/** Texts of a tile that are cut, and tiles whose parts do not fit. */
export function cutOnTiles(tiles: readonly Element[]): string[] {
  return tiles.flatMap((tile) => {
    const texts = [...tile.querySelectorAll<HTMLElement>('span')].filter(
      (text) =>
        text.className !== '' && (text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1),
    );
    const cut = texts.filter((text) => getComputedStyle(text).overflow !== 'visible').map((text) => text.textContent);
    return tile.scrollHeight > tile.clientHeight + 1 ? [...cut, `${tile.textContent} does not fit`] : cut;
  });
}
