/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as keys from './calls.ts';
import { command, NoInput, query } from '../wire/call.schemas.ts';
import { ApiScopeSchema } from '../wire/permissions.schemas.ts';

const KeyId = z.string().regex(/^[0-9a-f]{16}$/);

export const OwnApiKey = z.object({
  /** Its id for `revokeApiKey`; grants no access. */
  id: KeyId,
  name: z.string(),
  scopes: z.array(ApiScopeSchema),
  createdAt: z.number().int(),
  /** To within a minute; null: never used. */
  lastUsedAt: z.number().int().nullable(),
  /** Whether its last use was from the address of this browser's sign-in. */
  sameAddress: z.boolean(),
  /** When it was last used from another address than the last one; null: it never was. */
  otherAddressAt: z.number().int().nullable(),
});
export type OwnApiKey = z.infer<typeof OwnApiKey>;

export const listApiKeys = query({
  ...keys.listApiKeys,
  summary: 'Your API keys, oldest first',
  permission: 'session',
  input: NoInput,
  output: z.object({
    keys: z.array(OwnApiKey),
    /** Whether the scope `play` works on this site: in a demo always, in live if a setting says so. */
    mayPlay: z.boolean(),
    /** Until when this session's sign-in is fresh enough to create a key. */
    freshUntil: z.number().int(),
  }),
});

export const createApiKey = command({
  ...keys.createApiKey,
  summary: 'Create an API key. The caller makes the key and sends its hash: only the caller knows it',
  permission: 'player',
  input: z.strictObject({
    name: z.string().trim().min(1).max(keys.MAX_KEY_NAME),
    scopes: z
      .array(ApiScopeSchema)
      .min(1)
      .refine((scopes) => new Set(scopes).size === scopes.length, 'a scope is named twice'),
    /** SHA-256 of the whole key, in hex. */
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  output: z.object({ id: KeyId }),
  refusals: ['API_KEY_LIMIT', 'API_KEY_STAFF', 'SIGN_IN_AGAIN'],
});

export const revokeApiKey = command({
  ...keys.revokeApiKey,
  summary: 'Revoke an API key: no node accepts it from now on, and its live channels end',
  permission: 'session',
  input: z.strictObject({ id: KeyId }),
  output: z.object({ revoked: z.literal(true) }),
});
