/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as pauses from './calls.ts';
import { command, NoInput, query, StaffReason } from '../../wire/call.schemas.ts';
import { PublicUser } from '../../user/schemas.ts';

export const PauseSystem = z.enum(pauses.PAUSE_SYSTEMS);

/** State of a system. The other fields describe its last change; null when there was none. */
export const PauseView = z.object({
  system: PauseSystem,
  paused: z.boolean(),
  changedAt: z.number().int().nullable(),
  by: PublicUser.nullable(),
  why: z.string().nullable(),
});
export type PauseView = z.infer<typeof PauseView>;

/** A fact of the topic 'site': settings that clients read have changed; `keys` are their keys. */
export const SiteFact = z.object({ type: z.literal('site.settings'), keys: z.array(z.string()) });
export type SiteFact = z.infer<typeof SiteFact>;

export const listPauses = query({
  ...pauses.listPauses,
  summary: 'What can be paused and what is paused, with the last change and its reason',
  permission: 'admin',
  input: NoInput,
  output: z.object({ pauses: z.array(PauseView) }),
});

export const setPause = command({
  ...pauses.setPause,
  summary: 'Pause or resume a game or system: nothing new begins after the commit, open rounds end normally',
  permission: 'admin',
  act: true,
  input: z.strictObject({ system: PauseSystem, paused: z.boolean(), why: StaffReason }),
  output: z.object({ system: PauseSystem, paused: z.boolean() }),
});
