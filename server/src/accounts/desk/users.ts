/** Players as staff see them: the search, one player's page, and the calls about players that belong to accounts. */
import type { CallInput, CallOutput } from '@fairpot/contract/wire/call.schemas';
import * as calls from '@fairpot/contract/staff/users/schemas';
import { idPattern } from '@fairpot/contract/wire/ids';
import { cents, sumCents, usd } from '@fairpot/contract/wire/money';
import { ADMIN_PROPOSAL_MS, USERS_PAGE } from '@fairpot/contract/staff/users/calls';
import { readSteamId } from '../../gateways/steam/steam-id.ts';
import { balancesOf } from '../../ledger/ledger.ts';
import type { Deps } from '../../platform/process/deps.ts';
import type { Db } from '../../platform/database/sql.ts';
import { onCommand, onQuery, type Binding } from '../../platform/runner/feature.ts';
import { invariant, refuse } from '../../platform/runner/refused.ts';
import { codesOf } from '../codes/code-store.ts';
import { publicUser } from '../present.ts';
import { playerBySteamid, playersByIds, type PlayerRow } from '../store.ts';
import { roundsPlayed, statsOf } from '../results.ts';
import { endSessionsOf, setStatus } from './roles.ts';
import { idsByName, proposalOf, sessionsOf } from './user-store.ts';

const MAX_SESSIONS = 100;
const ROUNDS_PAGE = 30;
/** Letters of a keyed hash: enough to tell places apart, useless to find one. */
const PLACE_LETTERS = 8;

export function deskBindings(deps: Deps): Binding[] {
  return [
    onQuery(calls.searchUsers, ({ db }, input) => search(db, input)),
    onQuery(calls.getStaffUser, ({ db, now }, { userId }) => onePlayer(db, userId, now)),
    onQuery(calls.listUserRounds, ({ db, now }, input) => roundsOf(db, now, input)),
    onQuery(calls.listUserSessions, async ({ db, now }, { userId }) => ({
      sessions: (await sessionsOf(db, userId, now, MAX_SESSIONS)).map(({ ipHash, ...session }) => ({
        ...session,
        place: ipHash.slice(0, PLACE_LETTERS),
      })),
    })),
    onCommand(calls.setUserStatus, setStatus(deps)),
    onCommand(calls.endUserSessions, endSessionsOf(deps)),
  ];
}

async function search(
  db: Db,
  { by, text, after }: CallInput<typeof calls.searchUsers>,
): Promise<CallOutput<typeof calls.searchUsers>> {
  const wanted = text.trim();
  if (by === 'name') {
    const ids = await idsByName(db, wanted, after ?? null);
    const users = await deskUsers(db, ids.slice(0, USERS_PAGE));
    return { users, next: ids.length > USERS_PAGE ? (users.at(-1)?.id ?? null) : null };
  }
  if (by === 'id') return { users: idPattern('player').test(wanted) ? await deskUsers(db, [wanted]) : [], next: null };
  const found = await playerBySteamid(db, steam64(wanted));
  return { users: found === undefined ? [] : [deskUser(found)], next: null };
}

/** The digits of a SteamID in any form; refuses STEAMID_UNKNOWN for any other text. */
function steam64(text: string): string {
  try {
    return readSteamId(text).steam64;
  } catch {
    return refuse('STEAMID_UNKNOWN');
  }
}

/** In the order of the ids; skips unknown ones. */
async function deskUsers(db: Db, ids: readonly string[]): Promise<ReturnType<typeof deskUser>[]> {
  const rows = new Map((await playersByIds(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []).map(deskUser);
}

function deskUser(row: PlayerRow) {
  return { ...publicUser(row), status: row.status, createdAt: row.createdAt };
}

async function onePlayer(db: Db, userId: string, now: number): Promise<CallOutput<typeof calls.getStaffUser>> {
  const [row] = await playersByIds(db, [userId]);
  if (row === undefined) return refuse('NO_PLAYER');
  const [balances, stats, codes, proposal] = await Promise.all([
    balancesOf(db, userId),
    statsOf(db, userId, now),
    codesOf(db, userId),
    proposalOf(db, userId, now),
  ]);
  return {
    user: deskUser(row),
    ageConfirmedAt: row.ageConfirmedAt,
    hasTradeLink: row.tradeToken !== '',
    balanceUsd: usd(balances.available),
    balanceUsdHold: usd(balances.hold),
    stakedUsd: usd(sumCents(stats.map(({ stakedCents }) => cents(stakedCents)))),
    netUsd: usd(sumCents(stats.map(({ wonCents, stakedCents }) => cents(wonCents - stakedCents)))),
    roundsPlayed: stats.reduce((sum, { played }) => sum + played, 0),
    hasCodes: codes !== undefined && codes.confirmedAt !== null,
    proposal: proposal === undefined ? null : await shownProposal(db, proposal),
  };
}

async function shownProposal(db: Db, { proposedBy, at }: { readonly proposedBy: string; readonly at: number }) {
  const [by] = await playersByIds(db, [proposedBy]);
  invariant(by, `unknown player ${proposedBy}`);
  return { by: publicUser(by), at, until: at + ADMIN_PROPOSAL_MS };
}

async function roundsOf(
  db: Db,
  now: number,
  { userId, before }: CallInput<typeof calls.listUserRounds>,
): Promise<CallOutput<typeof calls.listUserRounds>> {
  const [at, roundId] = before?.split('.') ?? [];
  const place = at === undefined || roundId === undefined ? null : { at: Number(at), roundId };
  const rows = await roundsPlayed(db, userId, now, place, ROUNDS_PAGE + 1);
  const shown = rows.slice(0, ROUNDS_PAGE).map(({ stakedCents, wonCents, feeCents, ...round }) => ({
    ...round,
    stakedUsd: usd(cents(stakedCents)),
    wonUsd: usd(cents(wonCents)),
    feeUsd: usd(cents(feeCents)),
  }));
  const last = shown.at(-1);
  return { rounds: shown, next: rows.length > ROUNDS_PAGE && last ? `${last.at}.${last.roundId}` : null };
}
