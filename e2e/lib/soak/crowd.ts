/**
 * A crowd of players over HTTP for the soak of rounds: each stakes what it has in all games, on connections that break and with keys that are sent
 * twice. Records what the site acknowledged, for the checks at the end.
 */
import { randomUUID } from 'node:crypto';
import type { Case } from '@fairpot/contract/casebattle/cases/schemas';
import type { GameName } from '@fairpot/contract/games/games';
import type { SiteItem } from '@fairpot/contract/inventory/item.schemas';
import { demoGrant } from '@fairpot/contract/system/schemas';
import { SYSTEM } from '../../../server/src/platform/runner/command.ts';
import type { FastSite } from './fast-site.ts';
import { Player, type CallAnswer } from '../player.ts';

/** A stake that the site acknowledged. Battles are played for balance and stake no item. */
export interface AcknowledgedStake {
  readonly game: GameName;
  readonly roundId: string;
  readonly playerId: string;
  readonly items: readonly string[];
}

/** How the crowd plays a game. Each game has one in its own folder. */
export interface SoakGame {
  readonly game: GameName;
  /** Whether many of its rounds run at once; false: one at a time, for all. */
  readonly many: boolean;
  /** Whether a member who created a round can cancel it while it waits. */
  readonly cancels: boolean;
  /** Refusals that racing players get in normal operation. */
  readonly expected: readonly string[];
  /** Whether this site has what the game needs; every site does when omitted. */
  readonly canPlay?: (crowd: Crowd) => boolean;
  /** Members play it once. Returns the rounds that run now. */
  readonly play: (crowd: Crowd) => Promise<readonly string[]>;
}

/** How calls were disturbed, and what was refused, for the report. */
export interface Disturbances {
  keysTwice: number;
  connectionsCut: number;
  readonly refused: Map<string, number>;
}

export interface Member {
  readonly player: Player;
  readonly id: string;
  /** The member's items and balance at their last read, less what was staked since. */
  items: readonly SiteItem[];
}

/** A stake whose connection was cut and whose repetition was refused: on another node the cut call may still have been under way. */
interface UnsureStake {
  readonly member: Member;
  readonly game: GameName;
  readonly items: readonly string[];
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

/** With fewer items or less balance, the house grants a member play money. */
const FEW_ITEMS = 14;
const LITTLE_CENTS = 30_000;
const GRANT = { cents: 100_000, slugs: 8, each: 3 };
const MAX_TRIES = 600;
/** Retrying at once would not help. */
const BEACON_UNKNOWN = 'ERR_BEACON_UNKNOWN';
/** Refusals that players of every game get in normal operation, from a race or a restart; any other is a finding. */
const EXPECTED = [
  // While a beacon is unavailable no new round of its game opens (protocol fp/2, section 1).
  'ERR_GAME_PAUSED',
  'ERR_GAME_FINISHED',
  'ERR_ITEM_NOT_AVAILABLE',
  'ERR_NO_GAME',
  BEACON_UNKNOWN,
];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const centsOf = (items: readonly SiteItem[]) =>
  items.reduce((sum, i) => sum + Math.round(i.item.priceUsd * 100), 0);

/** What a crowd plays on: the address, and what only the house can do. */
export interface CrowdSite extends Pick<FastSite, 'origin' | 'db'> {
  readonly inside: Pick<FastSite['inside'], 'runner'>;
}

export class Crowd {
  readonly acknowledged: AcknowledgedStake[] = [];
  readonly disturbed: Disturbances = { keysTwice: 0, connectionsCut: 0, refused: new Map() };
  /** Holder of each item when a member was first seen with it: that member's id. */
  readonly began = new Map<string, string>();
  readonly #site: CrowdSite;
  readonly #next: () => number;
  readonly #slugs: readonly string[];
  readonly games: readonly SoakGame[];
  readonly #expected: ReadonlySet<string>;
  readonly #members: Member[] = [];
  /** Items of stakes in flight. */
  readonly #busy = new Set<string>();
  /** Keys whose first call was cut. */
  readonly #cut = new Set<string>();
  readonly #unsure: UnsureStake[] = [];
  #grants = 0;
  #cases: readonly Case[] = [];

  /** `slugs`: item types that grants consist of. */
  constructor(site: CrowdSite, next: () => number, slugs: readonly string[], games: readonly SoakGame[]) {
    this.#site = site;
    this.#next = next;
    this.#slugs = slugs;
    this.games = games;
    this.#expected = new Set([...EXPECTED, ...games.flatMap(({ expected }) => expected)]);
  }

  get members(): readonly { readonly id: string; readonly name: string }[] {
    return this.#members.map(({ id, player }) => ({ id, name: player.name }));
  }

  async signUp(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const player = new Player(this.#site.origin, `soak-${i}`);
      await player.signUp();
      const { response } = await player.get<{ user: { id: string } }>('/user');
      if (!response) throw new Error('a player without an id');
      const member: Member = { player, id: response.user.id, items: [] };
      this.#members.push(member);
      await this.#supply(member);
    }
    this.#cases = (await this.#members[0]?.player.get<Case[]>('/cases/list'))?.response ?? [];
  }

  /** Of the catalogue; none in a site without battles. */
  get cases(): readonly Case[] {
    return this.#cases;
  }

  /** Whether battles can be created: there are cases. */
  get hasCases(): boolean {
    return this.#cases.length > 0;
  }

  /** Items of a member that are not at stake. */
  async inventoryOf(playerId: string): Promise<readonly SiteItem[]> {
    const member = this.#members.find(({ id }) => id === playerId);
    if (!member) throw new Error(`${playerId} is not a member`);
    return this.#inventory(member);
  }

  /** Cancels the games that no player joined, as their creators would. */
  async cancelWaiting(): Promise<void> {
    // Each round's first stake is its creator's.
    const first = new Map([...this.acknowledged].reverse().map((stake) => [stake.roundId, stake]));
    const waiting = await this.#site.db.many<{ id: string }>({
      text: `select id from rounds where id = any($1) and phase = 'open'`,
      values: [[...first.keys()]],
    });
    for (const { id: roundId } of waiting) {
      const { game, playerId } = first.get(roundId) ?? {};
      const member = this.#members.find(({ id }) => id === playerId);
      const cancels = this.games.some((each) => each.game === game && each.cancels);
      if (cancels && member) await this.call(member, `/${game}/cancel`, { gameId: roundId });
    }
  }

  /** Grants what a member lacks, with the house's own command. */
  async supplyAll(): Promise<void> {
    for (const member of this.#members) await this.#supply(member);
  }

  async #supply(member: Member): Promise<void> {
    const items = await this.#inventory(member);
    const { response } = await retryUntilAnswered(() => member.player.get<{ user: { balanceUsd: number } }>('/user'));
    if (items.length >= FEW_ITEMS && (response?.user.balanceUsd ?? 0) * 100 >= LITTLE_CENTS) return;
    this.#grants += 1;
    const origin = `demo:soak-${this.#grants}`;
    const slugs = Array.from({ length: GRANT.slugs }, () => this.pick(this.#slugs));
    const wanted = [...new Set(slugs)].map((slug) => ({ slug, kind: 'DEPOSIT' as const, count: GRANT.each }));
    const input = { playerId: member.id, origin, cents: GRANT.cents, items: wanted };
    await untilDone(() => this.#site.inside.runner.execute(demoGrant, SYSTEM, input, { key: randomUUID() }));
    await this.#inventory(member);
  }

  async #inventory(member: Member): Promise<readonly SiteItem[]> {
    const { response } = await retryUntilAnswered(() =>
      member.player.get<{ items: SiteItem[] }>('/user/inventory/site'),
    );
    member.items = response?.items ?? [];
    for (const { id } of member.items) if (!this.began.has(id)) this.began.set(id, member.id);
    return member.items;
  }

  /** One to three free items worth more than `least` and less than `most` cents together, reserved; null when there are none. */
  async take(member: Member, least: number, most: number): Promise<readonly SiteItem[] | null> {
    if (member.items.length < FEW_ITEMS) await this.#inventory(member);
    const free = shuffled(
      member.items.filter(({ id, type }) => type !== 'PRIZE_PROMO' && !this.#busy.has(id)),
      this.#next,
    );
    const fits = (items: readonly SiteItem[]) => centsOf(items) > least && centsOf(items) < most;
    const many = 1 + Math.floor(this.#next() * 3);
    const chosen = [free.slice(0, many), ...free.map((a) => [a]), ...pairsOf(free.slice(0, 12))].find(
      (items) => items.length > 0 && fits(items),
    );
    for (const { id } of chosen ?? []) this.#busy.add(id);
    return chosen ?? null;
  }

  /** Stakes what `take` reserved. Null when it was refused. */
  async stake(
    member: Member,
    game: GameName,
    items: readonly SiteItem[],
    path: string,
    more: object,
  ): Promise<{ gameId: string } | null> {
    const ids = items.map(({ id }) => id);
    const [key, body] = [randomUUID(), { inventoryIds: ids, ...more }];
    const answer = await this.call<{ gameId: string }>(member, path, body, key);
    for (const id of ids) this.#busy.delete(id);
    // Whatever the answer: items that are not at stake are seen again at the next read.
    member.items = member.items.filter(({ id }) => !ids.includes(id));
    if (answer !== null) this.acknowledge(game, answer.gameId, member, ids);
    else if (this.#cut.has(key)) this.#unsure.push({ member, game, items: ids, path, body, key });
    return answer;
  }

  /** While no call is under way: asks again, under their keys, for stakes that were cut and then refused, and records those that succeeded. */
  async repeatUnsure(): Promise<void> {
    for (const { member, game, items, path, body, key } of this.#unsure.splice(0)) {
      const answer = await retryUntilAnswered(() => member.player.post<{ gameId: string }>(path, body, key));
      if (answer.ok && answer.response) this.acknowledge(game, answer.response.gameId, member, items);
    }
  }

  /** Records a stake that the site acknowledged; `items` is empty where balance is staked. */
  acknowledge(game: GameName, roundId: string, { id: playerId }: Member, items: readonly string[]): void {
    this.acknowledged.push({ game, roundId, playerId, items });
  }

  /** Sends a command until it is answered; now and then sends its key twice at once, or aborts the connection. */
  async call<T>({ player }: Member, path: string, body: object, key: string = randomUUID()): Promise<T | null> {
    const post = () => retryUntilAnswered(() => player.post<T>(path, body, key));
    const luck = this.#next();
    if (luck < 0.1) {
      this.disturbed.connectionsCut += 1;
      this.#cut.add(key);
      await player.post(path, body, key, AbortSignal.timeout(1 + Math.floor(this.#next() * 40))).catch(() => null);
    } else if (luck < 0.2) {
      this.disturbed.keysTwice += 1;
      const [first, second] = await Promise.all([post(), post()]);
      // A refusal changes nothing and is not stored, so the other of the two may still succeed, once.
      if (first.ok && second.ok && JSON.stringify(first.response) !== JSON.stringify(second.response))
        throw new Error(`${path} answered one key in two ways: ${JSON.stringify([first, second])}`);
      return this.#read(path, first.ok ? first : second);
    }
    return this.#read(path, await post());
  }

  #read<T>(path: string, answer: CallAnswer<T>): T | null {
    if (answer.ok && answer.response !== undefined) return answer.response;
    const message = answer.message ?? `status ${answer.status}`;
    if (!this.#expected.has(message)) throw new Error(`${path} was refused: ${answer.status} ${message}`);
    this.disturbed.refused.set(message, (this.disturbed.refused.get(message) ?? 0) + 1);
    return null;
  }

  /** All members in a new order. */
  shuffled(): Member[] {
    return shuffled(this.#members, this.#next);
  }

  /** 0 to 1, from the seed of the run. */
  chance(): number {
    return this.#next();
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#next() * list.length)] as T;
  }
}

function shuffled<T>(list: readonly T[], next: () => number): T[] {
  return list
    .map((value) => ({ value, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

function pairsOf(items: readonly SiteItem[]): SiteItem[][] {
  return items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b]));
}

/** Retries until there is an answer other than 'try again', as a client does. */
export async function retryUntilAnswered<T>(call: () => Promise<CallAnswer<T>>): Promise<CallAnswer<T>> {
  let last = '';
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await call().catch((error: unknown) => {
      last = String(error);
      return null;
    });
    if (answer !== null) last = `${answer.status} ${answer.message}`;
    // 408: the server closed an idle connection just as this request went out on it, unread.
    const again =
      answer !== null && (answer.status >= 500 || answer.status === 408 || answer.message === 'ERR_KEY_IN_FLIGHT');
    if (answer !== null && (!again || answer.message === BEACON_UNKNOWN)) return answer;
    await pause(Math.min(100, 10 + 10 * tries));
  }
  throw new Error(`the site did not come back: ${last}`);
}

/** Retries while the database is unavailable. */
export async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries >= MAX_TRIES) throw error;
      await pause(50);
    }
  }
}
