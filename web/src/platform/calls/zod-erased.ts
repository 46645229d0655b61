/**
 * What the browser gets in place of zod. The contract's schemas give the client its types; it never validates with them
 * (the server, which ships with this page, does), and zod would be a quarter of the first load and trip over the CSP.
 * So vite.config.ts resolves 'zod' to this file: building a schema costs nothing, using one throws.
 * Code that must check foreign data in the browser writes the check out, or imports 'zod/mini'.
 */

const USES = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'decode', 'encode', 'safeDecode', 'safeEncode'];

/** Any property and any call give the same again, except the ones that would use the schema. */
const erased: object = new Proxy(() => undefined, {
  get: (_, name) => {
    if (typeof name === 'string' && USES.includes(name)) throw new Error(`zod is erased in the browser: ${name}`);
    return name === Symbol.toPrimitive ? () => 'erased' : erased;
  },
  apply: () => erased,
});

export const z = erased;
