/**
 * The first admins, created by the operator on the server's own machine (`npm run admin`, server/src/make-admin.ts): the only way to become
 * ADMIN that does not need two of them. Works while there are fewer than two, and for a sole ADMIN who lost the authenticator.
 *
 * Invariants: it needs a connection as the database's owner; it leaves a row in the audit log; in live no ADMIN is without an authenticator
 * at any moment.
 */
import type { Deps } from '../../platform/process/deps.ts';
import { StartRefused } from '../../platform/runner/refused.ts';
import { writeStaffActs } from '../../platform/runner/staff-acts.ts';
import { sql, type Db, type Pool, type Tx } from '../../platform/database/sql.ts';
import { isPlayerSteamId, readSteamId } from '../../gateways/steam/steam-id.ts';
import { forgetCodes } from '../codes/code-store.ts';
import { codeDeps, putConfirmedCodes } from '../codes/codes.ts';
import { addPlayerAs } from '../commands.ts';
import { endProposal, lockStatuses, writeStatus } from './user-store.ts';

/** Two admins can appoint all others. */
const ENOUGH = 2;

export interface FirstAdmin {
  readonly playerId: string;
  readonly name: string;
  /** Shown once; null in a demo, which requires no codes. */
  readonly codes: { readonly uri: string; readonly secret: string; readonly recovery: readonly string[] } | null;
}

/**
 * Makes the account of this SteamID (in any form) an ADMIN; creates the account if missing. `db`: signed in as the database's owner. Throws
 * StartRefused with what to do instead.
 */
export async function makeFirstAdmin(
  deps: Omit<Deps, 'signals' | 'client'>,
  db: Pool,
  input: string,
  why: string,
): Promise<FirstAdmin> {
  const steamid = steamidOf(input);
  await refuseOthers(db);
  const codes = codeDeps(deps);
  await codes.key();
  return db.transaction(async (tx) => {
    await tx.run(sql`lock table admin_proposals in share row exclusive mode`);
    const now = deps.clock.now();
    const added = { steamid, name: `Player ${steamid.slice(-4)}`, avatarHash: null, status: 'USER' as const };
    const { playerId } = await addPlayerAs(deps, { tx, now }, { ...added, isFake: false, ageConfirmed: false });
    const player = (await lockStatuses(tx, [playerId])).get(playerId);
    if (player === undefined || player.isFake)
      throw new StartRefused(`${steamid} is a house bot, and bots cannot be staff`);
    const others = await adminsBut(tx, playerId);
    if (others >= ENOUGH || (player.status === 'ADMIN' && others > 0))
      throw new StartRefused(
        `There are ${others} other admins: two of them can appoint another, and remove an authenticator`,
      );
    await forgetCodes(tx, playerId);
    await endProposal(tx, playerId);
    await writeStatus(tx, playerId, 'ADMIN', player.name);
    const shown = deps.config.mode === 'live' ? await putConfirmedCodes(codes, tx, playerId, player.name, now) : null;
    const note = { playerId, details: { was: player.status, is: 'ADMIN' } };
    await writeStaffActs(tx, [note], { actorId: 'machine', act: 'npm run admin', why, at: now });
    return { playerId, name: player.name, codes: shown };
  });
}

function steamidOf(input: string): string {
  let steam64: string;
  try {
    ({ steam64 } = readSteamId(input.trim()));
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error));
  }
  if (!isPlayerSteamId(steam64)) throw new StartRefused(`${steam64} is not a person's Steam account`);
  return steam64;
}

/** Only someone on the server's machine, or with its secrets, can sign in as the owner; the server itself never does. */
async function refuseOthers(db: Db): Promise<void> {
  const { own } = await db.one<{ own: boolean }>(sql`
    select pg_get_userbyid(relowner) = current_user as own from pg_class where oid = 'staff_codes'::regclass`);
  if (!own) throw new StartRefused('DATABASE_URL: sign in as the owner of the database, not as a role of the server');
}

async function adminsBut(tx: Tx, playerId: string): Promise<number> {
  const { others } = await tx.one<{ others: number }>(sql`
    select count(*) as others from players where status = 'ADMIN' and id <> ${playerId}`);
  return others;
}
