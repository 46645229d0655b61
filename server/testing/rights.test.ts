/**
 * Enumerates what the site's database roles may do: every function with its owner's rights, every column that holds a secret, a result or a person's
 * words, every right over a whole table. Each list is written by hand with its reason, so an additional right fails a test; and an example of each
 * kind is planted here and found.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql, type Db, type Sql } from '../src/platform/database/sql.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const ROLES = sql`
  unnest(array['fairpot_app', 'fairpot_settler', 'fairpot_trader', 'fairpot_watcher', 'fairpot_signer']) r`;
const lines = async (db: Db, query: Sql) => (await db.many<{ line: string }>(query)).map(({ line }) => line);

/**
 * Functions that run with their owner's rights, and who may call them. All other functions run with the caller's rights, which are below. The settler
 * has what the app has.
 */
const DEFINERS: Readonly<Record<string, readonly string[]>> = {
  // returns a secret for a settlement whose beacon output is stored; no other caller gets one before it is published
  fairpot_settler: ['round_reveal'],
  // round_seals returns sealed secrets, which open only with the beacon's output; crypto_unseen_credit books what two staff members approved;
  // withdrawal_requote moves a rate within the bounds shown to the player, before anything is signed
  'fairpot_app fairpot_settler': [...['crypto_unseen_credit', 'round_seals', 'withdrawal_requote']],
  // the outcome of an offer at Steam: no money, no item, no player, no round
  fairpot_trader: [
    ...[
      'steam_check_any',
      'steam_check_claim',
      'steam_check_seen',
      'trade_assign',
      'trade_bot_seen',
      'trade_claim',
      'trade_move',
    ],
    ...['trade_record', 'trade_stock_seen'],
  ],
  // what a chain shows: it credits no one
  fairpot_watcher: [
    ...['crypto_checked', 'crypto_checks', 'crypto_confirm', 'crypto_look', 'crypto_lost', 'crypto_payout_checked'],
    ...['crypto_payout_checks', 'crypto_rewind', 'crypto_scan', 'crypto_see', 'crypto_start', 'crypto_stuck'],
    ...['crypto_watch_any', 'crypto_weigh', 'crypto_weighed', 'reserve_weigh', 'reserve_weighed'],
  ],
  // what was signed and sent of requested payouts
  fairpot_signer: [
    ...['reserve_to_sign', 'reserve_listed', 'reserve_signed'],
    ...[
      'payout_claim',
      'payout_dead',
      'payout_done',
      'payout_advertise',
      'payout_postpone',
      'payout_send_to_review',
      'payout_refuse',
    ],
    ...['payout_sent', 'payout_store'],
  ],
};
const definers = (db: Db) =>
  lines(
    db,
    sql`
    select string_agg(r, ' ' order by r) || ': ' || p.proname as line from pg_proc p cross join ${ROLES}
    where p.prosecdef and p.pronamespace = 'public'::regnamespace and has_function_privilege(r, p.oid, 'execute')
    group by p.oid, p.proname order by 1`,
  );
const expectedDefiners = Object.entries(DEFINERS).flatMap(([roles, names]) => names.map((name) => `${roles}: ${name}`));

const APP = 'fairpot_app fairpot_settler';
/** Columns of secrets, seeds, keys and seals, and of winners, outcomes and payouts: who reads, inserts or updates them. By their names. */
const SENSITIVE = '(secret|seed|winner|outcome|payouts|signature|seal|window_key|pseudonym_key|private|reveal)';
const SENSITIVE_RIGHTS: readonly string[] = [
  // the secret of a round: inserted by the app, readable by no role; published by the settler with the result
  `round_secrets.secret insert ${APP}`,
  'settlements.secret insert fairpot_settler',
  `settlements.secret select ${APP}`,
  // the beacon's output: stored by the settler, which verifies it
  'beacon_outputs.signature insert fairpot_settler',
  `beacon_outputs.signature select ${APP}`,
  // results: inserted by the settler once, recomputed by every browser; never changed
  'settlements.outcome insert fairpot_settler',
  `settlements.outcome select ${APP}`,
  'settlements.payouts insert fairpot_settler',
  `settlements.payouts select ${APP}`,
  'settlements.winner_entry insert fairpot_settler',
  `settlements.winner_entry select ${APP}`,
  // the key of a window seals secrets: the app has only its sealed half
  'window_keys.seal_key insert fairpot_settler',
  `window_keys.seal_key select ${APP}`,
  'window_keys.window_key insert fairpot_settler',
  // demo only (rulings 1.3): rounds of staff and personas, marked as scripted; the database enforces it
  ...['outcome', 'payouts', 'winner_id'].flatMap((column) =>
    ['insert', 'select', 'update'].map((right) => `scripted_rounds.${column} ${right} ${APP}`),
  ),
  `script_tries.winner_id insert ${APP}`,
  `script_tries.winner_id select ${APP}`,
  // pseudonyms of the log; an erasure deletes a player's key
  ...['insert', 'select', 'update'].map((right) => `players.pseudonym_key ${right} ${APP}`),
  // not of rounds: authenticators of staff (sealed), the tree of liabilities, signatures of reviewers and of reserves (public)
  ...['insert', 'select', 'update'].map((right) => `staff_codes.secret ${right} ${APP}`),
  ...['insert', 'select', 'update'].map((right) => `solvency_statements.seed ${right} ${APP}`),
  `solvency_reserves.signature select ${APP}`,
  `crypto_reviews.signature insert ${APP}`,
  'crypto_reviews.signature select fairpot_app fairpot_settler fairpot_signer',
];

/** Columns that say who spoke, acted or owns a stake, and what. By their names. */
const WORDS = '^(author_id|shown_id|voice|message|parts|actor_id|player_id|entry_no|side|ticket_from|ticket_to)$';
/** Rows about a person without words or a stake: counters, sign-ins, and tickets, whose words are in separate rows. */
const WORDS_CHANGED: readonly string[] = [
  ...['chat_bans', 'player_days', 'player_game_stats', 'protection_visits', 'receipts', 'sessions'],
  ...['staff_codes', 'steam_inventories', 'support_tickets', 'trade_sums'],
].map((table) => `${table}.player_id update ${APP}`);

const columnsOf = (db: Db, pattern: string, rights: readonly string[]) =>
  lines(
    db,
    sql`
    select c.relname || '.' || a.attname || ' ' || priv || ' ' || string_agg(r, ' ' order by r) as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid cross join ${ROLES}
    cross join unnest(${rights}::text[]) priv
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm')
      and a.attnum > 0 and not a.attisdropped
      and a.attname ~ ${pattern} and has_column_privilege(r, c.oid, a.attnum, priv)
    group by c.relname, a.attname, priv order by 1`,
  );
const sensitive = (db: Db) => columnsOf(db, SENSITIVE, ['select', 'insert', 'update']);
const words = (db: Db) => columnsOf(db, WORDS, ['update']);

/** Rights over whole tables that no role has: they bypass triggers, or create some. And rights of the roles themselves. */
const beyond = (db: Db) =>
  lines(
    db,
    sql`
    select c.relname || ' ' || priv || ' ' || r as line
    from pg_class c cross join ${ROLES} cross join unnest(array['truncate', 'trigger', 'references']) priv
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and has_table_privilege(r, c.oid, priv)
    union all
    select 'owns ' || c.relname from pg_class c join pg_roles o on o.oid = c.relowner where o.rolname like 'fairpot\\_%'
      and c.relnamespace = 'public'::regnamespace
    union all
    select r || ' creates in the schema' from ${ROLES} where has_schema_privilege(r, 'public', 'create')
    union all
    select r || ' is more than a role' from ${ROLES} join pg_roles o on o.rolname = r
    where o.rolsuper or o.rolcreaterole or o.rolcreatedb or o.rolreplication or o.rolbypassrls
    union all
    select member.rolname || ' is ' || granted.rolname from pg_auth_members m
      join pg_roles member on member.oid = m.member
      join pg_roles granted on granted.oid = m.roleid
    where member.rolname in ('fairpot_app', 'fairpot_trader', 'fairpot_watcher', 'fairpot_signer')
    order by 1`,
  );

test('every function with its owner’s rights is listed, with its callers', async () => {
  expect(await definers(world.db)).toEqual([...expectedDefiners].sort());
});

test('every column of a secret, a seal, a winner or an outcome is read, written and changed only as listed', async () => {
  expect(await sensitive(world.db)).toEqual([...SENSITIVE_RIGHTS].sort());
});

test('who said, staked or did something, and what, cannot be changed', async () => {
  expect(await words(world.db)).toEqual(WORDS_CHANGED);
});

test('no role truncates, adds triggers, owns or creates anything, or becomes another role', async () => {
  expect(await beyond(world.db)).toEqual([]);
});

describe('each kind is found when planted', () => {
  /** The lines of `list` while this right exists; it is rolled back at the end. */
  async function planted(fault: Sql, list: (db: Db) => Promise<string[]>): Promise<string[]> {
    let found: string[] = [];
    const taken = world.db.transaction(async (tx) => {
      await tx.run(fault);
      found = await list(tx);
      throw new Error('taken back');
    });
    await expect(taken).rejects.toThrow('taken back');
    return found;
  }

  test('a function that sets an outcome', async () => {
    const found = await planted(
      sql`create function round_decide(p_id text) returns void language sql security definer as
        $$ update settlements set winner_entry = 1 where round_id = p_id $$`,
      definers,
    );
    // PostgreSQL lets everyone call a new function until that is revoked.
    expect(found.filter((line) => !expectedDefiners.includes(line))).toEqual([
      'fairpot_app fairpot_settler fairpot_signer fairpot_trader fairpot_watcher: round_decide',
    ]);
  });

  test.each([
    [
      'a secret that is read early',
      sql`grant select on round_secrets to fairpot_trader`,
      'round_secrets.secret select',
    ],
    ['one column of it', sql`grant select (secret) on round_secrets to fairpot_watcher`, 'round_secrets.secret select'],
    [
      'a result that is changed',
      sql`grant update (outcome) on settlements to fairpot_app`,
      'settlements.outcome update',
    ],
    [
      'a beacon output written by the app',
      sql`grant insert on beacon_outputs to fairpot_app`,
      'beacon_outputs.signature insert',
    ],
  ] as const)('%s', async (_, fault, line) => {
    const found = (await planted(fault, sensitive)).filter((each) => !SENSITIVE_RIGHTS.includes(each));
    expect(found).toContainEqual(expect.stringContaining(line));
  });

  test('a view of secrets with a grant', async () => {
    const found = await planted(
      sql`do $$ begin
        create view shown as select secret from round_secrets; grant select on shown to fairpot_app; end $$`,
      sensitive,
    );
    expect(found).toContain('shown.secret select fairpot_app fairpot_settler');
  });

  test.each([
    ['another’s message', sql`grant update on chat_messages to fairpot_app`, 'chat_messages.message update'],
    [
      'another’s ticket',
      sql`grant update (author_id) on support_messages to fairpot_app`,
      'support_messages.author_id',
    ],
    ['another’s stake', sql`grant update on entries to fairpot_app`, 'entries.player_id update'],
  ] as const)('%s', async (_, fault, line) => {
    expect(await planted(fault, words)).toContainEqual(expect.stringContaining(line));
  });

  test.each([
    [sql`grant truncate on log_leaves to fairpot_app`, 'log_leaves truncate fairpot_app'],
    [sql`grant create on schema public to fairpot_trader`, 'fairpot_trader creates in the schema'],
    [sql`grant fairpot_settler to fairpot_signer`, 'fairpot_signer is fairpot_settler'],
  ] as const)('a right beyond all of them: %#', async (fault, line) => {
    expect(await planted(fault, beyond)).toContain(line);
  });
});
