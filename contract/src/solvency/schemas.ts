/** Server side of calls.ts: schemas, permissions and rate limits. */
import { z } from 'zod';
import * as solvency from './calls.ts';
import { query } from '../wire/call.schemas.ts';
import { ProvableGame } from '../fair/schemas.ts';
import { PlayerId } from '../wire/ids.schemas.ts';
import { LoggedLeaf, LogHead } from '../log/schemas.ts';
import { UsdSchema } from '../wire/money.schemas.ts';
import { PublicUser } from '../user/schemas.ts';

const Number_ = z.number().int().min(1);
/** Number in a query string. */
const AskedNumber = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const Count = z.number().int().min(0);

/** Money, number of items, and their value. */
export const SolvencySums = z.object({ balanceUsd: UsdSchema, items: Count, itemsUsd: UsdSchema });

export const SolvencyStatement = z.object({
  /** 1, 2, 3, ... without a gap. */
  number: Number_,
  /** When the balances were read, epoch ms. */
  at: z.number().int(),
  /** The promised interval of statements, in ms. */
  everyMs: z.number().int().min(1),
  /** Its leaf in the public log; null until the published head covers it. */
  index: Count.nullable(),
  /** Whether its tree is still served. */
  kept: z.boolean(),
  /** Liabilities to all players together: the sums of the tree. */
  owed: SolvencySums,
  /** What bots of the house have: the site's own, in no leaf. */
  own: SolvencySums,
  /** By the site's own books. The leaf names the accounts that others can count (fairness/src/reserves). */
  held: z.object({
    coins: z.array(
      z.object({
        coin: z.string(),
        /** Base units, as decimal text. */
        units: z.string(),
        /** Null when no rate was trusted. */
        valueUsd: UsdSchema.nullable(),
      }),
    ),
    /** Sum of coins that have a rate. */
    coinsUsd: UsdSchema,
    /** When the newest part of it moved, epoch ms; null: never. */
    coinsAt: z.number().int().nullable(),
    /** Assets of the trading account, and their value. */
    items: Count,
    itemsUsd: UsdSchema,
    /** When its inventory was last read, epoch ms; null: never. */
    itemsAt: z.number().int().nullable(),
  }),
});
export type SolvencyStatement = z.infer<typeof SolvencyStatement>;

export const listSolvency = query({
  ...solvency.listSolvency,
  summary: 'Liabilities and reserves of the site, newest first; `before` (a number) pages by keyset',
  permission: 'public',
  input: z.strictObject({
    before: AskedNumber.optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  output: z.object({
    everyMs: z.number().int().min(1),
    statements: z.array(SolvencyStatement),
    next: Number_.nullable(),
  }),
});

/** A statement with its leaf under the published head. */
const Proven = z.object({ head: LogHead, number: Number_, leaf: LoggedLeaf.omit({ kind: true }) });

export const getSolvencyProof = query({
  ...solvency.getSolvencyProof,
  summary:
    'The leaf of a statement in the public log (without `number` the newest), with its path to the head; ' +
    'null when there is none yet',
  permission: 'public',
  input: z.strictObject({ number: AskedNumber.optional() }),
  output: Proven.nullable(),
  refusals: ['NOT_FOUND'],
});

/** The figures of a node as hashed: integers, money in cents. */
const NodeSums = { cents: Count, items: Count, itemCents: Count };

/** A player's leaf, with the proof that it is theirs and in the tree. Hashes in hex. */
export const OwnSolvency = z.object({
  index: Count,
  /** Only this player receives it: with it anyone could identify their leaf. */
  nonce: z.string(),
  sums: z.object(NodeSums),
  /** From the leaf's sibling up. */
  path: z.array(z.object({ hash: z.string(), ...NodeSums })),
});

export const getMySolvency = query({
  ...solvency.getMySolvency,
  summary:
    'The signed-in player’s own leaf in the newest tree, with its path; null before the first tree, ' +
    '`own` null when nothing was owed to them',
  permission: 'session',
  scope: 'read',
  input: z.strictObject({}),
  output: Proven.extend({ own: OwnSolvency.nullable() }).nullable(),
});

/** What a bot staked and received on a day (UTC) in a game. */
export const BotBook = z.object({
  /** '2026-11-22' */
  day: z.string(),
  bot: PublicUser,
  game: ProvableGame,
  played: Count,
  won: Count,
  stakedUsd: UsdSchema,
  /** Total payout to it, own stakes included. */
  wonUsd: UsdSchema,
  /** Won minus staked: negative when players gained it. */
  netUsd: UsdSchema,
});
export type BotBook = z.infer<typeof BotBook>;

const DAY = /^\d{1,6}$/;
/** Cursor of the books: days since 1970, a dot, the bot, a dot, the game. */
export const BotBookPlace = z
  .string()
  .refine((text) => {
    const [day = '', bot = '', game = '', ...more] = text.split('.');
    return (
      more.length === 0 && DAY.test(day) && PlayerId.safeParse(bot).success && ProvableGame.safeParse(game).success
    );
  }, 'not the cursor of a row of the bots’ books')
  .meta({ description: 'cursor of a page of the bots’ books: <day>.<bot>.<game>' });

export const listBotBooks = query({
  ...solvency.listBotBooks,
  summary: 'Profit and loss of each bot of the house, by day and game, newest day first; `before` pages by keyset',
  permission: 'public',
  input: z.strictObject({
    before: BotBookPlace.optional(),
    limit: z.coerce.number().int().min(1).max(100).optional(),
  }),
  output: z.object({ books: z.array(BotBook), next: BotBookPlace.nullable() }),
});
