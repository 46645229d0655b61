/** What a directory of cells and its cells say to each other (docs/scale.md). No player and no browser calls it. */
import { z } from 'zod';

/** Also the host's first label in most installations, and part of an account's name in the books of other cells. */
export const CellName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'is 1 to 32 small letters, digits and hyphens');

const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).origin === url, 'is not an origin, such as https://eu.example');

/** A cell as the directory lists it. `logKey`: the verifier key of its public log. */
export const Cell = z.strictObject({ name: CellName, origin: Origin, logKey: z.string().min(1).max(300) });
export type Cell = z.infer<typeof Cell>;

/** GET /cells, for everyone. `policy`: the text of the witness policy that all logs are under; null: none. */
export const CellList = z.strictObject({ cells: z.array(Cell), policy: z.string().nullable() });
export type CellList = z.infer<typeof CellList>;

/** A person's home. `isHere`: it is the cell that asks. `moves`: how often the person has moved; it numbers the next move. */
export const Home = z.strictObject({ cell: Cell, isHere: z.boolean(), moves: z.number().int().nonnegative() });
export type Home = z.infer<typeof Home>;
