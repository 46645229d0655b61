/**
 * People who stopped themselves from playing and had their account erased: no new one is opened for them while that runs. What is kept is
 * a hash of the SteamID under a key that the database never holds, and until when; nothing leads from it to the account that was
 * (decision 0048). Written with the first step of the erasure, asked before an account is made, forgotten when its time is over.
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

/** The key of today, then former ones. Read once; a start of the server needs it. */
export type BarKeys = () => Promise<readonly [BarKey, ...BarKey[]]>;

export function barKeys({ config, random }: Pick<Deps, 'config' | 'random'>): BarKeys {
  let read: ReturnType<BarKeys> | null = null;
  const load = async (): ReturnType<BarKeys> => {
    const today = barKey(await staffKey(config, random));
    return [today, ...config.staffKeysBefore.map((hex) => barKey(fromHex(hex)))];
  };
  return () => (read ??= load());
}

/** A key of its own out of that of the staff's codes: whoever learns a hash learns nothing about those. */
function barKey(of: Uint8Array): BarKey {
  const key = createHmac('sha256', of).update('fairpot barred people v1').digest();
  return { id: createHash('sha256').update(key).digest('hex').slice(0, 16), key };
}

const hashOf = ({ key }: BarKey, steamid: string): Buffer => createHmac('sha256', key).update(steamid).digest();

/** Keeps, of an account whose row is locked and that is about to be erased, that its person plays nowhere here until then (null: ever). */
export async function barPerson(keys: BarKeys, tx: Tx, playerId: string, until: number | null): Promise<void> {
  const [today] = await keys();
  const { steamid } = await tx.one<{ steamid: string | null }>(sql`select steamid from players where id = ${playerId}`);
  if (steamid === null) return;
  await tx.run(sql`
    insert into barred_people (hash, key_id, until_at) values (${hashOf(today, steamid)}, ${today.id}, ${until})
    on conflict do nothing`);
}

/** Whether an account may be opened for nobody of this SteamID now, by the database's clock. */
export async function isBarred(keys: BarKeys, tx: Tx, steamid: string): Promise<boolean> {
  const hashes = (await keys()).map((key) => hashOf(key, steamid));
  const { barred } = await tx.one<{ barred: boolean }>(sql`
    select exists (
      select from barred_people
      where hash = any(${hashes}::bytea[]) and (until_at is null or until_at > protection_ms())
    ) as barred`);
  return barred;
}

/** Throws ConfigRefused when somebody is barred under a key that is not here: they would come back unseen. */
export async function checkBarKeys(keys: BarKeys, db: Db): Promise<void> {
  const known = (await keys()).map(({ id }) => id);
  const { strange } = await db.one<{ strange: boolean }>(sql`
    select exists (select from barred_people where key_id <> all(${known}::text[])) as strange`);
  if (strange)
    throw new ConfigRefused([
      'STAFF_KEYS_BEFORE: people are excluded under a former STAFF_KEY that is not named here, ' +
        'and would come back unseen',
    ]);
}

const FORGET_ROWS = 1_000;

/** Forgets those whose time is over; how many. */
export function forgetBarred(db: Db): Promise<number> {
  return db.run(sql`
    delete from barred_people where hash = any(array(
      select hash from barred_people where until_at <= protection_ms()
      order by until_at limit ${FORGET_ROWS}::integer))`);
}
