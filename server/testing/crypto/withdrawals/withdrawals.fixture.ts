/** For withdrawal tests: players who may withdraw, and reviewers with their own keys. */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { payoutText, type PayoutTerms } from '@fairpot/contract/crypto/withdrawals/calls';
import { addCryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import {
  approveCryptoWithdrawal,
  createCryptoWithdrawal,
  listCryptoWithdrawals,
  listReviewedWithdrawals,
  rejectCryptoWithdrawal,
} from '@fairpot/contract/crypto/withdrawals/schemas';
import type { Coin } from '@fairpot/contract/crypto/calls';
import { cents } from '@fairpot/contract/wire/money';
import { account, balancesOf, transfer } from '../../../src/ledger/ledger.ts';
import { sql, type Sql } from '../../../src/platform/database/sql.ts';
import type { Actor } from '../../../src/platform/runner/feature.ts';
import { writeSetting } from '../../settings.ts';
import { newPlayer } from '../../stages/players.ts';
import type { World } from '../../world.ts';
import { WITHDRAWAL_SETTINGS } from '../../../src/crypto/withdrawals/settings.ts';

/** A staff member with a key (32 bytes, hex) and a function that signs with it. */
export interface Reviewer {
  readonly actor: Actor;
  readonly key: string;
  sign(terms: PayoutTerms): string;
}

export function newKey(): { readonly key: string; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { key: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'), privateKey };
}

export async function newReviewer(world: World): Promise<Reviewer> {
  const { key, privateKey } = newKey();
  const actor = await newPlayer(world, { status: 'ADMIN' });
  return { actor, key, sign: (terms) => sign(null, Buffer.from(payoutText(terms)), privateKey).toString('hex') };
}

/** Creates money on a player's balance. */
export async function fund(world: World, player: Actor, sum: number): Promise<void> {
  const id = world.deps.ids.next('transfer');
  await world.db.transaction((tx) =>
    transfer(tx, {
      id,
      key: `test:${id}`,
      code: 'TEST_GRANT',
      ref: player.id,
      at: world.clock.now(),
      postings: [
        { account: account.world, cents: cents(-sum) },
        { account: account.cash(player.id), cents: cents(sum) },
      ],
    }),
  );
}

/** A Level 10 player with this balance in cents. */
export async function richPlayer(world: World, sum = 10_000_000): Promise<Actor> {
  const player = await newPlayer(world);
  await world.db.run(sql`
    insert into player_game_stats (player_id, game, played, won, staked_cents, won_cents, fee_cents, xp_hundredths)
    values (${player.id}, 'coinflip', 0, 0, 0, 0, 0, 100000)`);
  await fund(world, player, sum);
  return player;
}

/** The signer's statement that stores a transaction for the withdrawal's current amount; `day`: base units that may be signed per day. */
export function payoutStored(id: string, payout: object, day: string, at: number): Sql {
  return sql`
    select payout_store(w.id, ${JSON.stringify(payout)}::jsonb || jsonb_build_object('units', w.units::text),
      ${day}::numeric, ${at}) as answer
    from crypto_withdrawals w where w.id = ${id}`;
}

export interface WithdrawalRequest {
  readonly coin: Coin;
  readonly address: string;
  readonly amountUsd: number;
}

/** The calls of a withdrawal, made by any actor. */
export function withdrawalCalls(world: World) {
  /** Adds an address to the player's book, with a fresh sign-in and no waiting time. */
  const remember = async (player: Actor, coinName: Coin, address: string) => {
    const now = world.clock.now();
    await writeSetting(world.db, WITHDRAWAL_SETTINGS, 'cryptoOut.addressHoldMs', 0, now);
    await world.run(addCryptoAddress, { ...player, signedInAt: now }, { coinName, address });
  };
  const list = (player: Actor) => world.run(listCryptoWithdrawals, player, {});
  return {
    remember,
    /** Withdraws to an address that was just added to the player's book. */
    ask: async (player: Actor, { coin, address, amountUsd }: WithdrawalRequest, key?: string) => {
      await remember(player, coin, address);
      return world.run(
        createCryptoWithdrawal,
        player,
        { coinName: coin, address, amountUsd },
        key === undefined ? {} : { key },
      );
    },
    list,
    last: async (player: Actor) => {
      const [found] = await list(player);
      if (found === undefined) throw new Error('no withdrawal');
      return found;
    },
    reviewed: async (staff: Actor) => (await world.run(listReviewedWithdrawals, staff, {})).withdrawals,
    /** Signs what the review list shows. */
    approve: async (reviewer: Reviewer, withdrawalId: string) => {
      const { actor, key } = reviewer;
      const { withdrawals } = await world.run(listReviewedWithdrawals, actor, {});
      const found = withdrawals.find((each) => each.id === withdrawalId);
      if (found === undefined) throw new Error('not in review');
      const signature = reviewer.sign({ ...found, coin: found.coinName });
      return world.run(approveCryptoWithdrawal, actor, { withdrawalId, key, signature });
    },
    reject: (staff: Actor, withdrawalId: string, why = 'not today') =>
      world.run(rejectCryptoWithdrawal, staff, { withdrawalId, why }),
    money: (player: Actor) => balancesOf(world.db, player.id),
  };
}
