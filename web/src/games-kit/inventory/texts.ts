/** Texts of a repeated stake. In a file of their own, so that pages without a stake window do not load them. */
const LIST = new Intl.ListFormat('en');
const NAMED = 3;

/** 'AK-47 Redline, M4A1-S Nightmare, and 2 items'. */
function listOf(names: readonly string[]): string {
  const rest = names.length - NAMED;
  const more = rest === 1 ? '1 item' : `${rest} items`;
  return LIST.format(rest > 0 ? [...names.slice(0, NAMED), more] : names);
}

export const againTexts = {
  missing: (names: readonly string[]) => `Not available any more: ${listOf(names)}. Choose other items.`,
} as const;
