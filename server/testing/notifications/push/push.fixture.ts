/** A world with two push services on this machine, and players with browsers: what the tests of pushes repeat. */
import { randomBytes } from 'node:crypto';
import { PUSH_KINDS, type PushKind } from '@fairpot/contract/notifications/push/calls';
import { getPush, subscribePush, type PushState } from '@fairpot/contract/notifications/push/schemas';
import { accountsFeature } from '../../../src/accounts/accounts.feature.ts';
import { insertSession, sessionIdOf } from '../../../src/accounts/sessions.ts';
import { publicKeyOf } from '../../../src/gateways/push/push-config.ts';
import { PushService, TEST_VAPID_KEY } from '../../gateways/push/push-service.fixture.ts';
import { makePushGateway } from '../../../src/gateways/push/push.ts';
import { ledgerFeature } from '../../../src/ledger/ledger.feature.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { pinoLog } from '../../../src/platform/process/system-ports.ts';
import type { PushGateway, PushTarget } from '../../../src/platform/process/push-port.ts';
import type { Actor } from '../../../src/platform/runner/feature.ts';
import { invariant } from '../../../src/platform/runner/refused.ts';
import { sweepOnce } from '../../plans/sweep-case.ts';
import { newPlayer } from '../../stages/players.ts';
import { makeWorld, type World, type WorldOptions } from '../../world.ts';
import { push, type NewPush } from '../../../src/notifications/front.ts';
import { notificationsFeature } from '../../../src/notifications/notifications.feature.ts';

export const CONTACT = 'mailto:test@fairpot.example';

export function gatewayTo(...extraOrigins: readonly string[]): PushGateway {
  const publicKey = publicKeyOf(TEST_VAPID_KEY);
  invariant(publicKey, 'the test key is a key');
  return makePushGateway({ privateKey: TEST_VAPID_KEY, publicKey, contact: CONTACT, extraOrigins });
}

export interface SignedIn {
  readonly player: Actor;
  readonly cookie: string;
}

interface Subscriber {
  readonly player: Actor;
  readonly browser: PushTarget;
}

export class PushWorld {
  readonly world: World;
  readonly service: PushService;
  readonly other: PushService;

  private constructor(world: World, service: PushService, other: PushService) {
    this.world = world;
    this.service = service;
    this.other = other;
  }

  /** With the features that pushes need, unless others are given. */
  static async start(options: WorldOptions = {}): Promise<PushWorld> {
    const [service, other] = [await PushService.start(), await PushService.start()];
    const world = await makeWorld({
      features: [ledgerFeature, (deps, execute) => accountsFeature(deps, execute), notificationsFeature],
      push: gatewayTo(service.origin, other.origin),
      log: pinoLog('silent'),
      ...options,
    });
    return new PushWorld(world, service, other);
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.service.close();
    await this.other.close();
  }

  /** For the next test. Fails if a service received something that no browser could read. */
  async clear(): Promise<void> {
    invariant(this.service.faults.length === 0, this.service.faults.join(', '));
    await this.world.db.run(sql`delete from push_subscriptions`);
  }

  newPlayer(): Promise<Actor> {
    return newPlayer(this.world);
  }

  /** A new sign-in of the player. */
  async signIn(player: Actor): Promise<SignedIn> {
    const { db, clock } = this.world;
    const token = randomBytes(32).toString('base64url');
    const id = sessionIdOf(token) ?? '';
    const now = clock.now();
    await db.transaction((tx) => insertSession(tx, { id, playerId: player.id, userAgent: '', ipHash: '' }, now));
    return { player: { ...player, sessionId: id, signedInAt: now }, cookie: `fp_session=${token}` };
  }

  async newcomer(): Promise<Actor> {
    return (await this.signIn(await this.newPlayer())).player;
  }

  /** Turns pushes on at the browser of a sign-in. */
  async subscribe(
    player: Actor,
    kinds: readonly PushKind[] = PUSH_KINDS,
    browser: PushTarget = this.service.browser(),
  ): Promise<PushTarget> {
    await this.world.runner.execute(subscribePush, player, { ...browser, kinds: [...kinds] });
    return browser;
  }

  /** A player with one browser. */
  async subscriber(kinds?: readonly PushKind[], known?: Actor): Promise<Subscriber> {
    const { player } = await this.signIn(known ?? (await this.newPlayer()));
    return { player, browser: await this.subscribe(player, kinds) };
  }

  event({ id }: Actor, over: Partial<NewPush> = {}): Promise<void> {
    const { deps, clock } = this.world;
    const made: NewPush = { playerIds: [id], message: 'withdrawn', path: '/withdraw', subject: 'wd', ...over };
    return deps.db.transaction((tx) => push(tx, made, clock.now()));
  }

  /** Sends what is due, to both services. */
  async send(): Promise<void> {
    for (const { origin } of [this.service, this.other])
      while ((await sweepOnce(this.world.features, sweepOf(origin))) > 0);
  }

  async waiting(): Promise<number> {
    return (await this.world.db.one<{ n: number }>(sql`select count(*) as n from push_messages`)).n;
  }

  state(player: Actor): Promise<PushState> {
    return this.world.runner.execute(getPush, player, {});
  }

  /** What a browser received, in the order of the tags: pushes of one run arrive in any order. */
  received({ endpoint }: PushTarget): Received[] {
    const all = [this.service, this.other].flatMap((each) => each.payloadsOf({ endpoint }));
    return (all as Received[]).toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  }
}

interface Received {
  readonly message: string;
  readonly path: string;
  readonly tag: string;
}

export const sweepOf = (origin: string) => `notifications.push.${origin}`;
