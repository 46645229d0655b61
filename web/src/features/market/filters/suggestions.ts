/** What the search suggests while someone types: categories and names that have items on sale. Pure. */
import { MARKET_GAMES, type MarketCategory } from '@fairpot/contract/market/calls';
import type { MarketGroup } from '@fairpot/contract/market/schemas';
import { texts } from '../texts.ts';

/** Maximum number of suggestions. */
const SUGGESTED = 8;

export interface Suggestion {
  readonly appId: number;
  readonly category: MarketCategory;
  /** The name before the pipe; '' for the whole category. */
  readonly type: string;
  readonly label: string;
  /** The game, and the category of a name. */
  readonly hint: string;
  readonly items: number;
}

export function gameName(appId: number): string {
  return MARKET_GAMES.find((game) => game.appId === appId)?.label ?? String(appId);
}

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N} ]+/gu, '');

/** Everything whose name contains each word, most items first; categories precede names. Nothing for an empty search. */
export function suggestionsFor(search: string, groups: readonly MarketGroup[]): Suggestion[] {
  const words = plain(search).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const isMatch = ({ label }: Suggestion) => words.every((word) => plain(label).includes(word));
  const byItems = (a: Suggestion, b: Suggestion) => b.items - a.items;
  const categories = groups.map(({ appId, category, items }) => ({
    ...{ appId, category, items, type: '' },
    label: texts.categories[category],
    hint: gameName(appId),
  }));
  const names = groups.flatMap(({ appId, category, types }) =>
    types.map(({ name, items }) => ({
      ...{ appId, category, items, type: name },
      label: name,
      hint: `${gameName(appId)}, ${texts.categories[category]}`,
    })),
  );
  return [...categories.filter(isMatch).sort(byItems), ...names.filter(isMatch).sort(byItems)].slice(0, SUGGESTED);
}
