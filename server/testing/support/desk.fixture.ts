/** A world with support, a player, two staff members, and the steps that most tests repeat. */
import {
  answerTicket,
  createTicket,
  getTicket,
  listTickets,
  previewAnswer,
  sendToTicket,
} from '@fairpot/contract/support/schemas';
import type { TicketAbout, TicketView } from '@fairpot/contract/support/schemas';
import { accountsFeature } from '../../src/accounts/accounts.feature.ts';
import { cryptoFeature } from '../../src/crypto/crypto.feature.ts';
import { TABLE_FEATURES } from '../games/coinflip/table.fixture.ts';
import { notificationsFeature } from '../../src/notifications/notifications.feature.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { planCrypto } from '../plans/crypted.ts';
import { newPlayer } from '../stages/players.ts';
import { makeWorld, type World, type WorldOptions } from '../world.ts';
import { tradesFeature } from '../../src/trades/trades.feature.ts';
import { supportFeature } from '../../src/support/support.feature.ts';

export class HelpDesk {
  readonly world: World;
  readonly player: Actor;
  readonly staff: Actor;
  readonly other: Actor;

  constructor(world: World, [player, staff, other]: readonly [Actor, Actor, Actor]) {
    this.world = world;
    this.player = player;
    this.staff = staff;
    this.other = other;
  }

  /** Opens a ticket. Returns its id. */
  async open(message = 'Where is my money?', about?: TicketAbout, by = this.player): Promise<string> {
    return (await this.world.run(createTicket, by, about === undefined ? { message } : { message, about })).id;
  }

  async write(ticketId: string, message: string, by = this.player): Promise<void> {
    await this.world.run(sendToTicket, by, { ticketId, message });
  }

  /** As staff do it: reads the preview, then sends what it showed. */
  async answer(ticketId: string, message: string, by = this.staff): Promise<void> {
    const { replaced } = await this.world.run(previewAnswer, by, { ticketId, message });
    await this.world.run(answerTicket, by, { ticketId, message, replaced });
  }

  view(id: string, by = this.player): Promise<TicketView> {
    return this.world.run(getTicket, by, { id });
  }

  async titles(by = this.player): Promise<string[]> {
    return (await this.world.run(listTickets, by, {})).tickets.map(({ title }) => title);
  }

  /** Facts about this ticket, oldest first: topic and version. */
  async facts(ticketId: string): Promise<string[]> {
    const rows = await this.world.db.many<{ topic: string; playerId: string | null; version: number }>(sql`
      select topic, player_id as "playerId", version from facts where subject = ${ticketId} order by id`);
    return rows.map(
      ({ topic, playerId, version }) => `${topic} ${playerId === this.player.id ? 'own ' : ''}${version}`,
    );
  }
}

/** A new desk; close `desk.world` at the end. */
export async function makeHelpDesk(options: Omit<WorldOptions, 'features'> = {}): Promise<HelpDesk> {
  let now = (): number => 0;
  const world = await makeWorld({
    crypto: planCrypto(() => now()),
    ...options,
    features: [
      ...TABLE_FEATURES,
      (deps, execute) => accountsFeature(deps, execute),
      tradesFeature,
      cryptoFeature,
      supportFeature,
      notificationsFeature,
    ],
  });
  now = () => world.clock.now();
  return new HelpDesk(world, [
    await newPlayer(world),
    await newPlayer(world, { status: 'SUPPORT' }),
    await newPlayer(world, { status: 'MODERATOR' }),
  ]);
}
