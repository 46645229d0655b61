/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as log from './calls.ts';
import { query } from '../wire/call.schemas.ts';
import { ProvableGame } from '../fair/schemas.ts';
import { RoundId } from '../wire/ids.schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';

const LeafIndex = z.number().int().min(0);
/** Number in a query string. */
const Size = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const LogHead = z.object({
  /** The log's name, as in its key and every checkpoint. */
  origin: z.string(),
  /** Verifier key of a C2SP signed note: `<name>+<hex id>+<base64>`. Pin it. */
  key: z.string(),
  size: z.number().int(),
  root: z.string(),
  /** When the head was made, epoch ms. */
  at: z.number().int(),
  /** The signed note, verbatim. */
  checkpoint: z.string(),
});
export type LogHead = z.infer<typeof LogHead>;

export const LeafKind = z.enum([
  ...(['open', 'lock', 'result', 'cancel', 'void', 'scripted', 'terms', 'fee', 'case'] as const),
  ...(['case-retired', 'case-offered', 'restored', 'statement'] as const),
]);

export const LoggedLeaf = z.object({
  kind: LeafKind,
  index: LeafIndex,
  /** The canonical text that is hashed. */
  body: z.string(),
  /** Audit path to the head's root, from the leaf's sibling up. */
  path: z.array(z.string()),
});
export type LoggedLeaf = z.infer<typeof LoggedLeaf>;

export const LoggedRound = z.object({
  game: ProvableGame,
  number: z.number().int(),
  roundId: RoundId,
  /** Leaf of the opening. */
  index: LeafIndex,
  openedAt: z.number().int(),
  state: z.enum(['open', 'locked', 'settled', 'cancelled', 'voided', 'scripted']),
});
export type LoggedRound = z.infer<typeof LoggedRound>;

export const getLogHead = query({
  ...log.getLogHead,
  summary: 'The head of the public log: size, root, key and signed checkpoint',
  permission: 'public',
  input: z.strictObject({}),
  output: LogHead,
  refusals: ['NOT_FOUND'],
});

export const getLogProof = query({
  ...log.getLogProof,
  summary: 'The leaves of a round in the log, each with its index and path to the head',
  permission: 'public',
  input: z.strictObject({ roundId: RoundId }),
  output: z.object({
    head: LogHead,
    /** In log order; leaves that are not yet in the log are missing. */
    leaves: z.array(LoggedLeaf),
    /**
     * The lock under the first head that witnesses cosigned: proof of when it existed. Null when there is no such head.
     */
    witnessed: z.object({ index: LeafIndex, path: z.array(z.string()), checkpoint: z.string() }).nullable(),
  }),
  refusals: ['NO_GAME', 'NOT_FOUND'],
});

export const getLogConsistency = query({
  ...log.getLogConsistency,
  summary: 'Proof that the log of `to` leaves (by default all of it) begins with the log of `from` leaves',
  permission: 'public',
  input: z.strictObject({ from: Size, to: Size.optional() }),
  output: z.object({ from: z.number().int(), to: z.number().int(), path: z.array(z.string()) }),
  refusals: ['NOT_FOUND', 'BAD_INPUT'],
});

export const listLoggedRounds = query({
  ...log.listLoggedRounds,
  summary: 'Rounds in the log, newest first, by game or number; `before` (a leaf index) pages by keyset',
  permission: 'public',
  input: z.strictObject({
    game: ProvableGame.optional(),
    number: z.coerce.number().int().min(1).optional(),
    before: z.coerce.number().int().min(0).optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  output: z.object({ rounds: z.array(LoggedRound), next: LeafIndex.nullable() }),
  refusals: ['NOT_FOUND'],
});

/** A settled round of one player; its id leads to its proof. */
export const PlayedRound = z.object({
  roundId: RoundId,
  game: ProvableGame,
  /** When it ended, epoch ms. It is published `RESULTS_VISIBLE_AFTER_MS` later, with the statistics that count it. */
  at: z.number().int(),
  won: z.boolean(),
  stakedUsd: UsdSchema,
  /** Total payout, own stake included; 0 for a loser. */
  wonUsd: UsdSchema,
  feeUsd: UsdSchema,
});
export type PlayedRound = z.infer<typeof PlayedRound>;

/**
 * Cursor of a played round in its player's history: when it ended (epoch ms), a dash, its id. The time avoids a look-up
 * of where the page begins, which would read the player's whole history.
 */
export const PlayedRoundCursor = z
  .string()
  .regex(/^\d{1,15}-rnd_[0-9a-hjkmnp-tv-z]{26}$/, 'not the cursor of a round')
  .meta({ description: 'cursor of a page of played rounds: <epoch ms>-<round id>' });

export const listMyRounds = query({
  ...log.listMyRounds,
  summary: 'Settled rounds of the signed-in player, newest first; `before` pages by keyset',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({
    before: PlayedRoundCursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  output: z.object({ rounds: z.array(PlayedRound), next: PlayedRoundCursor.nullable() }),
});

export const LogWitness = z.object({
  name: z.string(),
  /** Verifier key of its cosignatures: `<name>+<hex id>+<base64>`. */
  key: z.string(),
  /**
   * The last head that it cosigned: size, the witness's own time (epoch ms, whole seconds), the note with both
   * signatures.
   */
  last: z.object({ size: z.number().int(), at: z.number().int(), checkpoint: z.string() }).nullable(),
});
export type LogWitness = z.infer<typeof LogWitness>;

export const getLogWitnesses = query({
  ...log.getLogWitnesses,
  summary: 'The witnesses of the public log, and the last head that each one cosigned',
  permission: 'public',
  input: z.strictObject({}),
  output: z.object({
    /** The policy (c2sp.org/tlog-policy) of this site; null when no witness watches this log. */
    policy: z.string().nullable(),
    /** The witnesses are the demo's own and prove nothing against its operator. */
    simulated: z.boolean(),
    witnesses: z.array(LogWitness),
  }),
});

export const listCosigned = query({
  ...log.listCosigned,
  summary: 'Heads of the public log that witnesses cosigned, smallest first; `after` (a size) pages by keyset',
  permission: 'public',
  input: z.strictObject({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
  output: z.object({
    /** Signed notes, each with the first cosignature of every witness. */
    checkpoints: z.array(z.string()),
    next: z.number().int().nullable(),
  }),
});

/** One nightly run of the site's own verifier over the whole published log. */
export const LogReport = z.object({
  id: z.number().int().min(1),
  /** Epoch ms. */
  startedAt: z.number().int(),
  endedAt: z.number().int(),
  /** `failed`: the run did not finish, so it says nothing about the log. */
  verdict: z.enum(['holds', 'findings', 'failed']),
  /** The verified head; null when the run failed before it had one. */
  head: z.object({ size: z.number().int(), root: z.string() }).nullable(),
  /** By how they ended; `running`: open or locked at that head. Every `settled` one was recomputed. */
  rounds: z.object({
    settled: z.number().int(),
    cancelled: z.number().int(),
    voided: z.number().int(),
    scripted: z.number().int(),
    running: z.number().int(),
  }),
  /** Whether some round uses the demo's own beacon. */
  simulated: z.boolean(),
  /** Total number of findings. */
  found: z.number().int(),
  /** The first findings (at most `REPORT_FINDINGS`); `leaf` is null when a finding concerns no single leaf. */
  findings: z.array(z.object({ leaf: LeafIndex.nullable(), problem: z.string() })),
  /** Why the run failed. */
  why: z.string().nullable(),
});
export type LogReport = z.infer<typeof LogReport>;

export const listLogReports = query({
  ...log.listLogReports,
  summary:
    'Reports of the site’s own verification of its public log, newest first; `before` (a report) pages by keyset',
  permission: 'public',
  input: z.strictObject({
    before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    limit: z.coerce.number().int().min(1).max(30).optional(),
  }),
  output: z.object({ reports: z.array(LogReport), next: z.number().int().min(1).nullable() }),
});

/** A build of the client that the site announced. Hashes in hex. */
export const ClientBuild = z.object({
  /** Hash of its manifest (/client.json while it is served): the name of the build. */
  manifest: z.string(),
  /** Its leaf under the head; null until the published head covers it. */
  leaf: LoggedLeaf.omit({ kind: true }).nullable(),
});

export const listClientBuilds = query({
  ...log.listClientBuilds,
  summary:
    'The build of the client that this node serves, and the newest announced builds with their leaves in the public ' +
    'log, newest first',
  permission: 'public',
  input: z.strictObject({}),
  output: z.object({
    head: LogHead.nullable(),
    /** Null: this node serves no client. */
    serving: z.string().nullable(),
    builds: z.array(ClientBuild),
  }),
});

export const getBuildProof = query({
  ...log.getBuildProof,
  summary:
    'The leaf of an announced build of the client, under the first head over it that enough witnesses cosigned, or ' +
    'under the newest head while there is none',
  permission: 'public',
  input: z.strictObject({ manifest: z.string().regex(/^[0-9a-f]{64}$/, 'not a hash in hex') }),
  output: z.object({
    index: LeafIndex,
    body: z.string(),
    path: z.array(z.string()),
    /** The signed note, with the witnesses' lines. */
    checkpoint: z.string(),
  }),
  refusals: ['NOT_FOUND'],
});
