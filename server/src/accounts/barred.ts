/**
 * People who excluded themselves from playing and then had their account erased: they cannot open a new account until the exclusion ends.
 * Stored are a hash of the SteamID, under a key that the database never holds, and the end time; neither leads to the erased account
 * (decision 0041). Written with the first step of the erasure, checked before an account is created, deleted after the end time.
 */
import { createHash, createHmac } from 'node:crypto';
import { fromHex } from '@fairpot/fairness/encoding/bytes';
import { ConfigRefused } from '../platform/process/config.ts';
import type { Deps } from '../platform/process/deps.ts';
import { sql, type Db, type Tx } from '../platform/database/sql.ts';
import { staffKey } from './codes/seal.ts';

export interface BarKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The current key, then former ones. Read once; a start of the server needs it. */
export type BarKeys = () => Promise<readonly [BarKey, ...BarKey[]]>;

export function barKeys({ config, random }: Pick<Deps, 'config' | 'random'>): BarKeys {
  let read: ReturnType<BarKeys> | null = null;
  const load = async (): ReturnType<BarKeys> => {
    const today = barKey(await staffKey(config, random));
    return [today, ...config.staffKeysBefore.map((hex) => barKey(fromHex(hex)))];
  };
  return () => (read ??= load());
}

/** A separate key, derived from that of the staff's codes: a leaked hash reveals nothing about those. */
function barKey(of: Uint8Array): BarKey {
  const key = createHmac('sha256', of).update('fairpot barred people v1').digest();
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key };
}

const hashOf = ({ key }: BarKey, steamid: string): Buffer => createHmac('sha256', key).update(steamid).digest();

/** Bars the person of an account that is about to be erased until `until` (null: for good). The account's row is locked. */
export async function barPerson(keys: BarKeys, tx: Tx, playerId: string, until: number | null): Promise<void> {
  const [today] = await keys();
  const { steamid } = await tx.one<{ steamid: string | null }>(sql`select steamid from players where id = ${playerId}`);
  if (steamid === null) return;
  await tx.run(sql`
    insert into barred_people (hash, key_id, until_at) values (${hashOf(today, steamid)}, ${today.id}, ${until})
    on conflict do nothing`);
}

/** Whether this SteamID is barred from opening an account now, by the database's clock. */
export async function isBarred(keys: BarKeys, tx: Tx, steamid: string): Promise<boolean> {
  const hashes = (await keys()).map((key) => hashOf(key, steamid));
  const { barred } = await tx.one<{ barred: boolean }>(sql`
    select exists (
      select from barred_people
      where hash = any(${hashes}::bytea[]) and (until_at is null or until_at > protection_ms())
    ) as barred`);
  return barred;
}

/** Throws ConfigRefused when someone is barred under a missing key: they could return undetected. */
export async function checkBarKeys(keys: BarKeys, db: Db): Promise<void> {
  const known = (await keys()).map(({ id }) => id);
  const { strange } = await db.one<{ strange: boolean }>(sql`
    select exists (select from barred_people where key_id <> all(${known}::text[])) as strange`);
  if (strange)
    throw new ConfigRefused([
      'STAFF_KEYS_BEFORE: a former STAFF_KEY is missing that self-exclusions are stored under: ' +
        'excluded people could return undetected',
    ]);
}

const FORGET_ROWS = 1_000;

/** Deletes the entries whose time is over. Returns how many. */
export function forgetBarred(db: Db): Promise<number> {
  return db.run(sql`
    delete from barred_people where hash = any(array(
      select hash from barred_people where until_at <= protection_ms()
      order by until_at limit ${FORGET_ROWS}::integer))`);
}
