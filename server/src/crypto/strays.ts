/**
 * Unsupported tokens: never credited, but announced to the recipient and shown among their deposits, so that the player does not wait
 * for them.
 */
import { COINS, COIN_NAMES, type Network } from '@fairpot/contract/crypto/calls';
import { STRAYS_PAGE } from '@fairpot/contract/crypto/incidents/calls';
import type { CallOutput } from '@fairpot/contract/wire/call.schemas';
import type { listCryptoStrays } from '@fairpot/contract/crypto/schemas';
import type { listAllCryptoStrays } from '@fairpot/contract/crypto/incidents/schemas';
import { publicUsers } from '../accounts/front.ts';
import { sql, type Db } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { QueryHandler, Sweep } from '../platform/runner/feature.ts';
import { getKnown } from '../platform/runner/refused.ts';

const EVERY_MS = 10_000;
const AT_ONCE = 50;
/** Limits the damage of an attacker who sends worthless tokens to many addresses. */
const SHOWN = 20;

/** Notifies each player once about tokens at their addresses. Any number of nodes may run; each token is handled by one. */
export function straysSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Sweep {
  return {
    name: 'crypto.strays',
    everyMs: EVERY_MS,
    run: () =>
      db.transaction(async (tx) => {
        const at = clock.now();
        const notified = await tx.many(sql`
          with notified as (
            update crypto_strays set notified_at = ${at}
            where ctid = any(array(
              select ctid from crypto_strays where notified_at is null order by at limit ${AT_ONCE}
              for no key update skip locked))
            returning txid, idx, player_id
          )
          select emit_fact('player', player_id, txid || ':' || idx, 1, 'crypto.stray',
            jsonb_build_object('txid', txid), ${at})
          from notified`);
        return notified.length;
      }),
  };
}

interface StrayRow {
  readonly network: Network;
  readonly txid: string;
  readonly contract: string;
  readonly at: number;
}

/** The player's newest. */
export async function playerStrays(db: Db, playerId: string): Promise<CallOutput<typeof listCryptoStrays>> {
  const rows = await db.many<StrayRow>(sql`
    select network, txid, contract, at from crypto_strays where player_id = ${playerId}
    order by at desc, txid desc, idx desc limit ${SHOWN}`);
  return rows.map(({ network, txid, contract, at }) => ({ txid, contract, at, networkName: nameOf(network) }));
}

function nameOf(network: Network): string {
  const coin = COIN_NAMES.find((each) => COINS[each].network === network);
  return coin === undefined ? network : COINS[coin].networkName;
}

interface StaffStrayRow extends StrayRow {
  readonly idx: number;
  readonly units: string;
  readonly playerId: string;
}

/** One page for staff: those of all players, or of one. */
export const listStrays: QueryHandler<typeof listAllCryptoStrays> = async ({ db }, { userId, before }) => {
  const [at = '0', txid = '', idx = '0'] = before?.split('.') ?? [];
  const older =
    before === undefined ? sql`true` : sql`(at, txid, idx) < (${Number(at)}::bigint, ${txid}, ${Number(idx)}::integer)`;
  const ofPlayer = userId === undefined ? sql`` : sql`and player_id = ${userId}`;
  const rows = await db.many<StaffStrayRow>(sql`
    select network, txid, idx, contract, units::text as units, player_id as "playerId", at from crypto_strays
    where ${older} ${ofPlayer}
    order by at desc, txid desc, idx desc limit ${STRAYS_PAGE}`);
  const users = await publicUsers(db, [...new Set(rows.map(({ playerId }) => playerId))]);
  const last = rows.length < STRAYS_PAGE ? undefined : rows.at(-1);
  return {
    strays: rows.map(({ network, playerId, ...row }) => ({
      txid: row.txid,
      idx: row.idx,
      contract: row.contract,
      networkName: nameOf(network),
      units: row.units,
      user: getKnown(users, playerId),
      at: row.at,
    })),
    next: last === undefined ? null : `${last.at}.${last.txid}.${last.idx}`,
  };
};
