/**
 * Calls of the system only: changes by sign-in, sweeps and the demo go through the same command runner as those of
 * players. No account holds the permission 'system', so none of these is reachable from the network.
 */
import { z } from 'zod';
import { command, NoInput } from '../wire/call.schemas.ts';
import { PlayerId, SteamId } from '../wire/ids.schemas.ts';
import { ItemKind } from '../inventory/item.schemas.ts';
import { StatusSchema } from '../wire/permissions.schemas.ts';

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Turns a verified response of the sign-in provider into a session. Its nonce is claimed here, once and permanently.
 */
export const signIn = command({
  name: 'accounts.signIn',
  path: '/system/accounts/sign-in',
  summary: 'Claim the response of the sign-in provider, create the player at the first visit, open a session',
  permission: 'system',
  input: z.strictObject({
    steamid: SteamId,
    nonce: z.string().min(21).max(255),
    /** Hex of sha256(token). */
    sessionId: Digest,
    userAgent: z.string().max(200),
    /** Stored as a hash under the player's own key. */
    address: z.string().max(64),
  }),
  output: z.object({ playerId: PlayerId, created: z.boolean() }),
  refusals: ['SIGN_IN_FAILED', 'SIGN_IN_EXCLUDED'],
});

export const endSessions = command({
  name: 'accounts.endSessions',
  path: '/system/accounts/end-sessions',
  summary: 'End one session, or all sessions of a player',
  permission: 'system',
  input: z.union([z.strictObject({ sessionId: Digest }), z.strictObject({ playerId: PlayerId })]),
  output: z.object({ ended: z.number().int() }),
});

/** Profile data from the sign-in provider, which may change at any time; shown names are made safe here. */
export const saveProviderProfile = command({
  name: 'accounts.takeProfile',
  path: '/system/accounts/take-profile',
  summary: 'Update name and picture from the sign-in provider',
  permission: 'system',
  input: z.strictObject({ playerId: PlayerId, name: z.string().max(200), avatar: z.string().max(300) }),
  output: z.object({ changed: z.boolean() }),
});

/** A player or house persona that the site itself creates. If it exists, it is returned unchanged. */
export const addPlayer = command({
  name: 'accounts.addPlayer',
  path: '/system/accounts/add-player',
  summary: 'Add a player or house persona without a sign-in',
  permission: 'system',
  input: z.strictObject({
    steamid: SteamId,
    name: z.string().max(200),
    /** 40 hex digits that name the picture, or null for the blank one. */
    avatarHash: z
      .string()
      .regex(/^[0-9a-f]{40}$/)
      .nullable(),
    status: StatusSchema,
    isFake: z.boolean(),
    ageConfirmed: z.boolean(),
  }),
  output: z.object({ playerId: PlayerId, created: z.boolean() }),
});

/** Demo: the price list as the catalogue has it. */
export const loadCatalogue = command({
  name: 'demo.loadCatalogue',
  path: '/system/demo/load-catalogue',
  summary: 'Demo only: import the item types of the catalogue',
  permission: 'system',
  input: NoInput,
  output: z.object({ types: z.number().int() }),
});

/** Demo: play money and site items for a player, once per `origin`. */
export const demoGrant = command({
  name: 'demo.grant',
  path: '/system/demo/grant',
  summary: 'Demo only: give a player items and balance that are play money',
  permission: 'system',
  input: z.strictObject({
    playerId: PlayerId,
    /** What the grant is for: a player gets each grant once. */
    origin: z.string().regex(/^demo:[a-z0-9:_-]{1,60}$/),
    cents: z.number().int().min(0),
    items: z.array(z.strictObject({ slug: z.string(), kind: ItemKind, count: z.number().int().min(1).max(10_000) })),
  }),
  output: z.object({ items: z.number().int() }),
});
