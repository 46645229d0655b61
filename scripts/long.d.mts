/** What long.mjs is to TypeScript. */
export const LONG: readonly string[];
