/** The four ways of money in and out, each with a player who is about to use it; and staff who pause them. */
import type { PauseSystem } from '@fairpot/contract/operations/pauses/calls';
import { setPause } from '@fairpot/contract/operations/pauses/schemas';
import { createCryptoOrder, listCryptoWallets } from '@fairpot/contract/crypto/schemas';
import { addCryptoAddress } from '@fairpot/contract/crypto/addresses/schemas';
import { createCryptoWithdrawal } from '@fairpot/contract/crypto/withdrawals/schemas';
import { depositBySteam, withdrawBySteam } from '@fairpot/contract/trades/schemas';
import { insertResults } from '../../src/accounts/results.ts';
import { makeTill, type Till } from '../crypto/till.fixture.ts';
import { fund, newReviewer } from '../crypto/withdrawals/withdrawals.fixture.ts';
import { WITHDRAWAL_SETTINGS } from '../../src/crypto/withdrawals/settings.ts';
import type { ClosablePool } from '../../src/platform/database/db.ts';
import { sql, type Sql } from '../../src/platform/database/sql.ts';
import type { Actor, MakeFeature } from '../../src/platform/runner/feature.ts';
import { writeSetting } from '../settings.ts';
import { newPlayer } from '../stages/players.ts';
import type { World } from '../world.ts';
import { makeTradeDesk, type TradeDesk as TradeDesk } from '../trades/desk.fixture.ts';
import { tradesFeature } from '../../src/trades/trades.feature.ts';
import { SETTINGS } from './desk.fixture.ts';
import { operationsFeature } from '../../src/operations/operations.feature.ts';

const ELSEWHERE = 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH';
const operations: MakeFeature = (deps) => operationsFeature(deps, SETTINGS);

/** Enough for Level 10, as the games record it: a lost stake. */
async function staked(world: World, { id: playerId }: Actor, stakedCents: number): Promise<void> {
  const { ids, clock } = world.deps;
  const lost = { game: 'coinflip' as const, at: clock.now(), won: false, wonCents: 0, feeCents: 0 };
  const result = { ...lost, playerId, stakedCents, roundId: ids.next('round') };
  await world.db.transaction((tx) => insertResults(tx, [result], 10));
}

export interface PaymentWay {
  readonly world: World;
  readonly system: PauseSystem;
  /** This many players, prepared except for the call itself: `press` makes one order each, or is refused. */
  readonly ready: (n: number) => Promise<(() => Promise<unknown>)[]>;
  /** How many orders there are. */
  readonly orders: Sql;
}

export interface PaymentWays {
  readonly till: Till;
  readonly desk: TradeDesk;
  readonly signer: ClosablePool;
  readonly all: Readonly<Record<'deposit' | 'withdraw' | 'cryptoDeposit' | 'cryptoWithdraw', PaymentWay>>;
  /** A player of Level 10 with a funded balance and an address in the book. */
  rich(): Promise<Actor>;
  /** The signer reports that it sends USDT; the report is valid for a while. */
  hello(): Promise<void>;
  askFor(player: Actor, amountUsd: number): Promise<string>;
  pause(way: PaymentWay, paused: boolean): Promise<unknown>;
  close(): Promise<void>;
}

export async function makePaymentWays(): Promise<PaymentWays> {
  const till = await makeTill({}, [tradesFeature, operations]);
  const desk = await makeTradeDesk({ features: [operations] });
  const signer = till.world.pool('signer', 10);
  const admins = new Map<World, Actor>();
  for (const world of [till.world, desk.world]) admins.set(world, await newPlayer(world, { status: 'ADMIN' }));
  await writeSetting(till.world.db, WITHDRAWAL_SETTINGS, 'cryptoOut.addressHoldMs', 0, till.world.clock.now());
  await till.sweep();
  const keys = [(await newReviewer(till.world)).key, (await newReviewer(till.world)).key];
  const hello = async (): Promise<void> => {
    const way = { coin: 'USDT', wallet: 'T', most: '20000000000', reviewers: keys };
    await signer.run(sql`select payout_advertise(${JSON.stringify([way])}::jsonb, ${till.world.clock.now()})`);
  };
  await hello();
  const rich = async (): Promise<Actor> => {
    const { world } = till;
    const player = { ...(await newPlayer(world)), signedInAt: world.clock.now() };
    await world.db.run(sql`
      insert into player_game_stats (player_id, game, played, won, staked_cents, won_cents, fee_cents, xp_hundredths)
      values (${player.id}, 'coinflip', 0, 0, 0, 0, 0, 100000)`);
    await fund(world, player, 100_000);
    await world.runner.execute(addCryptoAddress, player, { coinName: 'USDT', address: ELSEWHERE });
    return player;
  };
  const askFor = async (player: Actor, amountUsd: number): Promise<string> => {
    const input = { coinName: 'USDT', address: ELSEWHERE, amountUsd };
    return (await till.world.runner.execute(createCryptoWithdrawal, player, input)).id;
  };
  const each = <T>(n: number, make: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: n }, () => make()));

  return {
    till,
    desk,
    signer,
    rich,
    hello,
    askFor,
    all: {
      deposit: {
        world: desk.world,
        system: 'deposit',
        orders: sql`select count(*) as n from trade_orders where kind = 'DEPOSIT'`,
        ready: async (n) => {
          const people = await each(n, () => desk.player());
          const offers = people.map((player) => ({ player, steamItems: desk.assets([1_000]) }));
          await desk.world.clock.advance(6 * 60_000); // the inventory is read again
          return offers.map(
            ({ player, steamItems }) =>
              () =>
                desk.world.runner.execute(depositBySteam, player, { steamItems, convertToBalance: true }),
          );
        },
      },
      withdraw: {
        world: desk.world,
        system: 'withdraw',
        orders: sql`select count(*) as n from trade_orders where kind = 'WITHDRAWAL'`,
        ready: (n) =>
          each(n, async () => {
            const player = await desk.player();
            await staked(desk.world, player, 10_000);
            const item = await desk.gift(player, 1_000);
            return () => desk.world.runner.execute(withdrawBySteam, player, { inventoryIds: [item] });
          }),
      },
      cryptoDeposit: {
        world: till.world,
        system: 'cryptoDeposit',
        orders: sql`select count(*) as n from crypto_orders`,
        ready: async (n) => {
          const people = await each(n, () => till.player());
          return Promise.all(
            people.map(async (player) => {
              const wallets = await till.world.runner.execute(listCryptoWallets, player, {});
              const walletId = wallets.find(({ coinName }) => coinName === 'USDT')?.id;
              return () => till.world.runner.execute(createCryptoOrder, player, { walletId, amountUsd: 10 });
            }),
          );
        },
      },
      cryptoWithdraw: {
        world: till.world,
        system: 'withdraw',
        orders: sql`select count(*) as n from crypto_withdrawals`,
        ready: (n) =>
          each(n, async () => {
            const player = await rich();
            return () => askFor(player, 20);
          }),
      },
    },
    pause: ({ world, system }, paused) =>
      world.runner.execute(setPause, admins.get(world) ?? null, { system, paused, why: 'the reason of it' }),
    close: async () => {
      await signer.close();
      await desk.close();
      await till.close();
    },
  };
}
