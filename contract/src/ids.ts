/**
 * Ids on the wire: a prefix that names the kind, then 26 characters of Crockford base32 that sort by time.
 * They are made by the server's id source only; this file describes and recognises them.
 */
import { z } from 'zod';

export const ID_PREFIXES = {
  player: 'ply',
  round: 'rnd',
  item: 'itm',
  entry: 'ent',
  transfer: 'trf',
  request: 'req',
  chat: 'cht',
  trade: 'trd',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const BODY = '[0-9a-hjkmnp-tv-z]{26}';

/** A zod schema that accepts ids of one kind only, so that a foreign id is refused before any query runs. */
export function idSchema(kind: IdKind) {
  return z
    .string()
    .regex(new RegExp(`^${ID_PREFIXES[kind]}_${BODY}$`), `not a ${kind} id`)
    .meta({ description: `${kind} id: ${ID_PREFIXES[kind]}_ and 26 characters that sort by time` });
}

export const PlayerId = idSchema('player');
export const RoundId = idSchema('round');
export const ItemId = idSchema('item');
export const ChatId = idSchema('chat');
