/**
 * The roles of the database (protocol fp/2, section 7): the owner migrates, the app serves, the settler settles, the trader trades with Steam, the
 * watcher reports payments on chains, the signer sends coins. Called at the start, after the migrations. Their rights are in server/grants.sql.
 *
 * Invariants: each signs in separately, so that none can take on the owner's rights; their passwords are derived from the owner's, so that every node
 * of one database knows them and none is stored.
 */
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { ConfigRefused } from '../process/config.ts';
import { MARK } from './mark.ts';
import { MIGRATION_LOCK } from './migrate.ts';

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
/** Revokes temporary tables too, which PostgreSQL allows to public by default. */
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
  /** For the trade worker, a process of its own. */
  readonly trader: string;
  /** For the chain watcher, a process of its own. */
  readonly watcher: string;
  /** For the signer, which holds the keys of the wallets that pay withdrawals. */
  readonly signer: string;
}

/** The same server and database, signed in as each role. Without passwords if the owner has none. */
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

/** Hex needs no quoting in a URL or a statement. */
function passwordOf(ownerUrl: string, role: Role): string | null {
  const owner = /^postgres(?:ql)?:\/\/[^:@/?]*:([^@/?]+)@/.exec(ownerUrl)?.[1];
  return owner === undefined ? null : createHmac('sha256', owner).update(`fairpot role ${role}`).digest('hex');
}

/**
 * Creates missing roles (unless the operator did), and applies the grants when the grants or the schema changed. `ownerUrl`: of a migrated database.
 * Throws ConfigRefused if the owner may not create roles.
 */
export async function prepareRoles(ownerUrl: string, makesRoles = true): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'fairpot-roles' });
  client.on('error', () => undefined); // the running query reports the error
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (makesRoles) for (const role of ROLES) await makeRole(client, ownerUrl, role);
    await applyGrants(client, readFileSync(GRANTS, 'utf8')).catch(notPermitted);
    // At every start: a copied database brings its grants and its record of them, but not the roles themselves.
    await client.query(DATABASE_RIGHTS);
  } finally {
    await client.end();
  }
}

function notPermitted(error: unknown): never {
  if (error instanceof DatabaseError && error.code === NO_SUCH_ROLE) {
    throw new ConfigRefused([
      `DATABASE_URL: ${error.message}; create it by hand like the others (docs/runbook.md, "Roles of the database")`,
    ]);
  }
  if (!(error instanceof DatabaseError) || error.code !== NOT_PERMITTED) throw error;
  throw new ConfigRefused([
    `DATABASE_URL: its role may not grant the rights of server/grants.sql (${error.message}); it must own the ` +
      `database, and ${SETTLER} must be a member of ${APP} (docs/runbook.md, "Roles of the database")`,
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

/** Creates the role, or resets its password if it cannot sign in (a copied database, a new owner). */
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
    // A start of another database on this server just created it.
    if (DUPLICATES.includes(error.code ?? '')) return;
    if (error.code !== NOT_PERMITTED) throw error;
    throw new ConfigRefused([
      `DATABASE_URL: its role may not create the roles ${ROLES.join(', ')} (${error.message}); give it CREATEROLE, ` +
        'or create them by hand and set DATABASE_APP_URL and DATABASE_SETTLER_URL (docs/runbook.md)',
    ]);
  }
}

/** False if the server refuses the credentials. The pool that is opened next reports any other problem. */
async function signsIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => undefined); // connect() below reports the error
  try {
    await client.connect();
    return true;
  } catch (error) {
    return !(error instanceof DatabaseError && AUTHENTICATION.test(error.code ?? ''));
  } finally {
    await client.end().catch(() => undefined);
  }
}
