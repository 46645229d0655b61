/** Tokens that are not taken: never credited, told to whom they were sent, and shown among their deposits, so that nobody waits for them. */
import { COINS, COIN_NAMES, type Network } from '@fairpot/contract/crypto';
import type { OutputOf } from '@fairpot/contract/schemas/call';
import type { listCryptoStrays } from '@fairpot/contract/schemas/crypto';
import { sql, type Db } from '../platform/database/sql.ts';
import type { Deps } from '../platform/process/deps.ts';
import type { Sweep } from '../platform/runner/feature.ts';

const EVERY_MS = 10_000;
const AT_ONCE = 50;
/** Whoever sends worthless tokens to everybody shall not fill a page. */
const SHOWN = 20;

/** Tells each player once of what came to an address of theirs. Any number of nodes: each token is one's. */
export function straysSweep({ db, clock }: Pick<Deps, 'db' | 'clock'>): Sweep {
  return {
    name: 'crypto.strays',
    everyMs: EVERY_MS,
    run: () =>
      db.transaction(async (tx) => {
        const at = clock.now();
        const told = await tx.many(sql`
          with told as (
            update crypto_strays set told_at = ${at}
            where ctid = any(array(
              select ctid from crypto_strays where told_at is null order by at limit ${AT_ONCE} for no key update skip locked))
            returning txid, idx, player_id
          )
          select emit_fact('player', player_id, txid || ':' || idx, 1, 'crypto.stray', jsonb_build_object('txid', txid), ${at})
          from told`);
        return told.length;
      }),
  };
}

interface StrayRow {
  readonly network: Network;
  readonly txid: string;
  readonly contract: string;
  readonly at: number;
}

/** The newest of the player's. */
export async function straysOf(db: Db, playerId: string): Promise<OutputOf<typeof listCryptoStrays>> {
  const rows = await db.many<StrayRow>(sql`
    select network, txid, contract, at from crypto_strays where player_id = ${playerId}
    order by at desc, txid desc, idx desc limit ${SHOWN}`);
  const chainOf = (network: Network) => COIN_NAMES.find((coin) => COINS[coin].network === network);
  return rows.map(({ network, txid, contract, at }) => {
    const coin = chainOf(network);
    return { txid, contract, at, networkName: coin === undefined ? network : COINS[coin].networkName };
  });
}
