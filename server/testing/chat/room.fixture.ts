/** A world with the chat in it, people of every kind, and the steps that most tests repeat. */
import type { ChatMessage } from '@fairpot/contract/chat/schemas';
import { chatHistory, createMessage, createMessageAsStaff } from '@fairpot/contract/chat/schemas';
import type { Status } from '@fairpot/contract/wire/permissions';
import { setPause } from '@fairpot/contract/operations/pauses/schemas';
import { addPlayer } from '@fairpot/contract/system/schemas';
import { accountsFeature } from '../../src/accounts/accounts.feature.ts';
import { ledgerFeature } from '../../src/ledger/ledger.feature.ts';
import { operationsFeature } from '../../src/operations/operations.feature.ts';
import { SYSTEM } from '../../src/platform/runner/command.ts';
import type { Actor } from '../../src/platform/runner/feature.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { SITE_SETTINGS } from '../../src/platform/runner/settings.ts';
import { makeWorld, type World, type WorldOptions } from '../world.ts';
import { chatFeature } from '../../src/chat/chat.feature.ts';

export class Room {
  readonly world: World;
  #people = 0;

  constructor(world: World) {
    this.world = world;
  }

  async person(
    status: Status = 'USER',
    over: { readonly isFake?: boolean; readonly name?: string } = {},
  ): Promise<Actor> {
    const n = (this.#people += 1);
    const isFake = over.isFake ?? false;
    const { playerId } = await this.world.runner.execute(addPlayer, SYSTEM, {
      steamid: `7656119${String(n).padStart(10, '0')}`,
      name: over.name ?? `person ${n}`,
      avatarHash: null,
      ageConfirmed: true,
      status,
      isFake,
    });
    return this.world.actor({ id: playerId, status, isBot: isFake });
  }

  persona(name = 'Marzipan'): Promise<Actor> {
    return this.person('USER', { isFake: true, name });
  }

  /** Closes the chat, or opens it again. */
  close(admin: Actor, closed: boolean) {
    return this.world.run(setPause, admin, { system: 'chat', paused: closed, why: 'maintenance' });
  }

  /** Posts a message; returns its id. */
  async say(actor: Actor, message: string): Promise<string> {
    return (await this.world.run(createMessage, actor, { message })).id;
  }

  /** Posts with staff rights: under their own name, or through the persona `userId`. */
  sayAsStaff(actor: Actor, message: string, userId?: string) {
    return this.world.run(createMessageAsStaff, actor, userId === undefined ? { message } : { message, userId });
  }

  history(before?: string): Promise<ChatMessage[]> {
    return this.world.run(chatHistory, null, before === undefined ? {} : { before });
  }

  /** The current audit, oldest first, without ids and instants. */
  audit(): Promise<{ actor: string; action: string; target: string | null; chat: string | null }[]> {
    return this.world.db.many(sql`
      select actor_id as actor, action, target_id as target, chat_id as chat from chat_audit order by id`);
  }
}

/** A fresh room; close `room.world` at the end. */
export async function makeRoom(options: Omit<WorldOptions, 'features'> = {}): Promise<Room> {
  return new Room(
    await makeWorld({
      ...options,
      features: [
        ledgerFeature,
        (deps, execute) => accountsFeature(deps, execute),
        chatFeature,
        (deps) => operationsFeature(deps, SITE_SETTINGS),
      ],
    }),
  );
}

/** A room with one person of each kind in it; close `room.world` at the end. */
export async function makePeopledRoom() {
  const room = await makeRoom();
  return {
    room,
    player: await room.person('USER', { name: 'rookbolt' }),
    moderator: await room.person('MODERATOR', { name: 'Hollis' }),
    admin: await room.person('ADMIN', { name: 'Vesna' }),
    persona: await room.persona(),
  };
}
