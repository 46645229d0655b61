/**
 * The roles of the database (protocol fp/2, section 7): the owner migrates, the app serves, the settler settles, the trader
 * trades with Steam, the watcher says what chains show, the signer sends coins. Called at the start, after the migrations. What each may do stands in
 * server/grants.sql.
 *
 * Invariants: each logs in by itself, so that none can take the owner's rights back; their passwords are
 * derived from the owner's, so that every node of one database knows them and none is stored.
 */
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { ConfigRefused } from '../process/config.ts';
import { MARK, MIGRATION_LOCK } from './migrate.ts';

export const APP = 'fairpot_app';
export const SETTLER = 'fairpot_settler';
export const TRADER = 'fairpot_trader';
export const WATCHER = 'fairpot_watcher';
export const SIGNER = 'fairpot_signer';
const ROLES = [APP, SETTLER, TRADER, WATCHER, SIGNER] as const;
type Role = (typeof ROLES)[number];

const GRANTS = join(import.meta.dirname, '../../../grants.sql');
/** Where the database remembers which grants it has. */
const META_KEY = 'grants';
/** Nobody makes temporary tables here either, which the public may by default. */
const DATABASE_RIGHTS = `do $$ begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to ${ROLES.join(', ')}', current_database());
end $$`;
const AUTHENTICATION = /^28/;
const NOT_PERMITTED = '42501';
const NO_SUCH_ROLE = '42704';
const DUPLICATES = ['42710', '23505'];

/** URLs of the roles on the database of `ownerUrl`. */
export interface RoleUrls {
  readonly app: string;
  readonly settler: string;
  /** Of the trade worker, which is a process of its own. */
  readonly trader: string;
  /** Of the chain watcher, another one. */
  readonly watcher: string;
  /** Of the signer, which holds the keys of the wallets that withdrawals are paid from. */
  readonly signer: string;
}

/** The same server and database, signed in as each role. Without a password of the owner's, without one. */
export function roleUrls(ownerUrl: string): RoleUrls {
  return {
    app: urlAs(ownerUrl, APP),
    settler: urlAs(ownerUrl, SETTLER),
    trader: urlAs(ownerUrl, TRADER),
    watcher: urlAs(ownerUrl, WATCHER),
    signer: urlAs(ownerUrl, SIGNER),
  };
}

function urlAs(ownerUrl: string, role: Role): string {
  const password = passwordOf(ownerUrl, role);
  const login = password === null ? role : `${role}:${password}`;
  return ownerUrl
    .replace(/([?&])(?:user|password)=[^&]*&?/g, '$1')
    .replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?/, `$1${login}@`);
}

/** Hex, so that it needs no quoting in a URL or a statement. */
function passwordOf(ownerUrl: string, role: Role): string | null {
  const owner = /^postgres(?:ql)?:\/\/[^:@/?]*:([^@/?]+)@/.exec(ownerUrl)?.[1];
  return owner === undefined ? null : createHmac('sha256', owner).update(`fairpot role ${role}`).digest('hex');
}

/**
 * Makes the roles that are missing (unless somebody made them by hand), and applies the grants when they or the schema
 * changed. `ownerUrl` is that of a migrated database. Throws ConfigRefused when the owner may not make roles.
 */
export async function prepareRoles(ownerUrl: string, makesRoles = true): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'fairpot-roles' });
  client.on('error', () => undefined); // told by the query that was under way
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (makesRoles) for (const role of ROLES) await makeRole(client, ownerUrl, role);
    await applyGrants(client, readFileSync(GRANTS, 'utf8')).catch(notPermitted);
    // Every time: a copy of a database brings its grants and what it remembers of them, and not these.
    await client.query(DATABASE_RIGHTS);
  } finally {
    await client.end();
  }
}

function notPermitted(error: unknown): never {
  if (error instanceof DatabaseError && error.code === NO_SUCH_ROLE) {
    throw new ConfigRefused([
      `DATABASE_URL: ${error.message}; make it by hand as the others (docs/runbook.md, "Roles of the database")`,
    ]);
  }
  if (!(error instanceof DatabaseError) || error.code !== NOT_PERMITTED) throw error;
  throw new ConfigRefused([
    `DATABASE_URL: its role may not give the rights of server/grants.sql (${error.message}); it must own the ` +
      `database, and ${SETTLER} be made in role ${APP} (docs/runbook.md, "Roles of the database")`,
  ]);
}

async function applyGrants(client: Client, grants: string): Promise<void> {
  const { rows } = await client.query<{ made_of: string; applied: string | null }>(
    `select ${MARK} as made_of, (select value from meta where key = $1) as applied`,
    [META_KEY],
  );
  const wanted = createHash('sha256').update(`${rows[0]?.made_of} ${grants}`).digest('hex');
  if (rows[0]?.applied === wanted) return;
  await client.query('begin');
  await client.query(grants);
  await client.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [META_KEY, wanted],
  );
  await client.query('commit');
}

/** Creates the role, or gives it the derived password when it cannot sign in (a copy of the database, a new owner). */
async function makeRole(client: Client, ownerUrl: string, role: Role): Promise<void> {
  const password = passwordOf(ownerUrl, role);
  const login =
    'login nosuperuser nocreatedb nocreaterole noreplication' + (password === null ? '' : ` password '${password}'`);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  try {
    if (rowCount === 0) await client.query(`create role ${role} ${login}`);
    else if (!(await signsIn(urlAs(ownerUrl, role)))) await client.query(`alter role ${role} ${login}`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // Another database of the same server made it in this moment.
    if (DUPLICATES.includes(error.code ?? '')) return;
    if (error.code !== NOT_PERMITTED) throw error;
    throw new ConfigRefused([
      `DATABASE_URL: its role may not make the roles ${ROLES.join(', ')} (${error.message}); give it CREATEROLE, ` +
        'or make them by hand and set DATABASE_APP_URL and DATABASE_SETTLER_URL (docs/runbook.md)',
    ]);
  }
}

/** False when the server refuses the sign-in; any other trouble is told by the pool that is opened next. */
async function signsIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined); // told by connect() below
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !(error instanceof DatabaseError && AUTHENTICATION.test(error.code ?? ''));
  } finally {
    await client.end().catch(() => undefined);
  }
}
