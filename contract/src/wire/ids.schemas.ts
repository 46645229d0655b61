/** Schemas of ids.ts. */
import { z } from 'zod';
import * as ids from './ids.ts';

/** A zod schema that accepts ids of one kind only, so that another kind of id is refused before any query runs. */
export function idSchema(kind: ids.IdKind) {
  return z
    .string()
    .regex(ids.idPattern(kind), `not a ${kind} id`)
    .meta({ description: `${kind} id: ${ids.ID_PREFIXES[kind]}_ and 26 characters that sort by time` });
}

export const PlayerId = idSchema('player');
export const RoundId = idSchema('round');
export const ItemId = idSchema('item');
export const ChatId = idSchema('chat');

export const SteamId = z.string().regex(/^7656119\d{10}$/);
