/**
 * API keys: a player makes one for a program of theirs and revokes it. The browser makes the secret and sends its hash
 * only, so the site never holds what opens the account, not even in the answer that an idempotency key repeats.
 */
import { commandAt, queryAt } from '../wire/call.ts';

/** A key in full: `fp_` and 32 random bytes in base64url. Sent as `Authorization: Bearer fp_…`. */
export const API_KEY = /^fp_[A-Za-z0-9_-]{43}$/;
export const MAX_API_KEYS = 10;
export const MAX_KEY_NAME = 40;

/** All calls of one key together; each call has its own limit besides. */
export const API_KEY_LIMIT = { max: 300, perMs: 60_000 } as const;

export const listApiKeys = queryAt('keys.list', '/user/keys');
export const createApiKey = commandAt('keys.create', '/user/keys/create');
export const revokeApiKey = commandAt('keys.revoke', '/user/keys/revoke');
