/**
 * The live channel: Socket.IO at /api/socket.io, facts and signals down, subscriptions up. server.ts attaches it to the HTTP server and feeds it from
 * the relay.
 *
 * Invariants: a page of another site gets no socket; a session that ended loses its sockets; players never receive another player's facts, and only
 * staff receive those of staff; a socket that sends too much or reads too slowly is cut without affecting others.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { SOCKET_PATH, TOPICS } from '@fairpot/contract/live/channel';
import { NOTIFICATION_KIND_NAMES } from '@fairpot/contract/notifications/calls';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { REFUSALS } from '@fairpot/contract/wire/refusals';
import { Topic } from '@fairpot/contract/live/channel.schemas';
import type { ClientEvents, ServerEvents } from '@fairpot/contract/live/events';
import type { FactEnvelope } from '@fairpot/contract/live/channel.schemas';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import { z } from 'zod';
import { AddressSlots } from './address-slots.ts';
import { CROWD, RoomBroadcast } from './broadcast.ts';
import type { Deps, Signals } from '../process/deps.ts';
import type { Nodes } from './nodes.ts';
import { addressOf, isForeignOrigin } from '../http/origin.ts';
import type { Clock } from '../process/ports.ts';
import { peopleOf, Presence } from './presence.ts';
import { SignalPace } from './signal-pace.ts';
import { DirectAdapter } from './direct-adapter.ts';
import { findSlow } from './slow-sockets.ts';
import { RateLimiter } from '../runner/rate-limit.ts';
import { bearerOf, cookieValue, sessionCookie } from '../http/session.ts';
import type { ResolveKey, ResolveSession, RequestSession } from '../http/session.ts';

interface SocketData {
  session: RequestSession | null;
  /** Finds the session again, by cookie or API key; null when signed out. */
  resolve: (() => Promise<RequestSession | null>) | null;
  address: string;
  /** Events beyond the budget so far. */
  excess: number;
  /** The part of all sockets that it belongs to. */
  part: number;
}
type None = Record<string, never>;
type LiveServer = Server<ClientEvents, ServerEvents, None, SocketData>;
type LiveSocket = Socket<ClientEvents, ServerEvents, None, SocketData>;

export interface LiveParts {
  readonly deps: Pick<Deps, 'config' | 'log' | 'reads'>;
  /** Real time, also in tests. */
  readonly clock: Clock;
  readonly resolveSession: ResolveSession;
  readonly resolveKey: ResolveKey;
  readonly nodes: Nodes;
  /** The relay's head of a topic. */
  readonly head: (topic: Topic, playerId: string | null) => string;
  /** Called when the last socket of a player is gone. */
  readonly onGone: (playerId: string) => void;
}

const MAX_MESSAGE_BYTES = 16 * 1024;
const MAX_SOCKETS_PER_ADDRESS = 20;
/** 5 events a second, bursts of 10 (T27). */
const EVENT_BUDGET = { max: 10, perMs: 2_000 };
/** A socket that keeps sending beyond its budget is cut. */
const MAX_EXCESS = 100;
const TICK_MS = 1_000;
const RECHECK_EVERY_TICKS = 30;
/** Heartbeats of a node without people, where nothing waits for the count of others. */
const LONELY_BEAT_TICKS = 3;
const MAX_PATH = 200;
const CLOSE_WITHIN_MS = 500;
/** Rooms over which all sockets are spread, and the pause after a signal to one of them. */
const PARTS = 32;
const PART_PAUSE_MS = 10;

const Topics = z.array(Topic).max(10);
const NotificationBody = z.object({
  type: z.literal('notification.new'),
  notification: z.object({ header: z.string(), text: z.string(), kind: z.enum(NOTIFICATION_KIND_NAMES) }),
});

export class Live {
  readonly presence = new Presence();
  readonly #parts: LiveParts;
  readonly #io: LiveServer;
  readonly #slots = new AddressSlots(MAX_SOCKETS_PER_ADDRESS);
  readonly #budget = new RateLimiter();
  readonly #facts: RoomBroadcast;
  #sentOnline = 0;
  /** People who are online at other nodes only. */
  #elsewhere = 0;
  #beating: Promise<void> | null = null;
  #closed = false;
  #chatChanged = false;
  #isAlone = false;
  readonly #onlinePace = new SignalPace();
  readonly #chatPace = new SignalPace();
  #arrivals = 0;

  constructor(http: HttpServer, parts: LiveParts) {
    this.#parts = parts;
    this.#io = new Server(http, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      allowUpgrades: false,
      perMessageDeflate: false,
      httpCompression: false,
      serveClient: false,
      maxHttpBufferSize: MAX_MESSAGE_BYTES,
      adapter: DirectAdapter,
      allowRequest: (request, answer) => this.#admit(request, answer),
    });
    this.#facts = new RoomBroadcast({
      clock: parts.clock,
      elapsedMs: () => performance.now(),
      afterOthers: () => setImmediate(),
      sizeOf: (room) => this.#io.of('/').adapter.rooms.get(room)?.size ?? 0,
      send: (rooms, facts) => void this.#io.to(rooms).emit('fact', ...facts),
    });
    this.#io.use((socket, next) => {
      this.#identify(socket).then(
        () => next(),
        (error: unknown) => next(error instanceof UnknownKey ? error : new Error('unavailable')),
      );
    });
    this.#io.on('connection', (socket) => this.#welcome(socket));
  }

  /** Sends a fact to all followers of its topic. Encoded once; batched for large rooms. */
  readonly publish = (envelope: FactEnvelope, playerId: string | null): void => {
    if (playerId === null) this.#facts.send(envelope.topic, TOPIC_ROOMS[envelope.topic], envelope);
    else this.#facts.send(factsOf(playerId), [factsOf(playerId)], envelope);
    if (envelope.topic === 'chat') this.#chatChanged = true;
    if (playerId !== null) this.#sendNotification(envelope, playerId);
  };

  /** To sockets of this node. */
  readonly signals: Signals = {
    userUpdated: (playerId) => void this.#io.to(socketsOf(playerId)).emit('userUpdated'),
    disconnect: ({ sessionId, playerId }) => {
      if (sessionId !== undefined) this.#io.in(sessionOf(sessionId)).disconnectSockets(true);
      if (playerId !== undefined) this.#io.in(socketsOf(playerId)).disconnectSockets(true);
    },
  };

  get #sockets(): number {
    return this.#io.of('/').sockets.size;
  }

  /** Whether any connection is open, including unfinished handshakes. */
  get busy(): boolean {
    return this.#slots.any;
  }

  /** Each second: sends the online count and chat changes, cuts slow readers, and rechecks sessions now and then. */
  async run(signal: AbortSignal): Promise<void> {
    for (let tick = 1; !signal.aborted; tick++) {
      await this.#parts.clock.sleep(TICK_MS, signal).catch(() => undefined);
      if (this.#isBeatDue(tick)) this.#beat(tick % RECHECK_EVERY_TICKS === 0);
      this.#sendOnline();
      this.#announceChat();
      this.#cutSlow();
      if (tick % RECHECK_EVERY_TICKS === 0) await this.#recheck();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#beating;
    // By the time an unavailable database is back, it will have expired this node.
    await this.#parts.nodes
      .leave()
      .catch((error: unknown) => this.#parts.deps.log.debug({ err: error }, 'sign-off not written'));
    const wires = [...this.#io.of('/').sockets.values()].map(wireOf);
    this.#io.disconnectSockets(true);
    await this.#io.of('/').adapter.close();
    // Most clients close at once; the rest are not waited for.
    for (let waited = 0; waited < CLOSE_WITHIN_MS && wires.some((w) => w.readyState !== CLOSED); waited += 20) {
      await this.#parts.clock.sleep(20);
    }
    for (const wire of wires) wire.terminate();
  }

  #admit(request: IncomingMessage, answer: (error: string | null, success: boolean) => void): void {
    const { config } = this.#parts.deps;
    if (isForeignOrigin(request.headers, config)) answer('cross-site', false);
    else if (this.#slots.take(this.#address(request), request.socket)) answer(null, true);
    else answer('too many sockets', false);
  }

  #address(request: IncomingMessage): string {
    return addressOf(request.socket.remoteAddress, request.headers, this.#parts.deps.config.trustedProxies);
  }

  async #identify(socket: LiveSocket): Promise<void> {
    const { deps, resolveSession, resolveKey } = this.#parts;
    const { headers } = socket.request;
    const address = this.#address(socket.request);
    const key = bearerOf(headers.authorization);
    const token = cookieValue(headers.cookie, sessionCookie(deps.config).name);
    const resolve = key !== null ? () => resolveKey(key, address) : token !== null ? () => resolveSession(token) : null;
    const session = resolve === null ? null : await resolve();
    if (key !== null && session === null) throw new UnknownKey();
    socket.data = { resolve, session, address, excess: 0, part: this.#arrivals++ % PARTS };
  }

  #welcome(socket: LiveSocket): void {
    const { session } = socket.data;
    const playerId = playerOf(session);
    // Programs are not people online.
    if (session?.actor.apiKey === undefined) this.presence.join(socket.id, playerId);
    void socket.join(partOf(socket.data.part));
    if (session) void socket.join(sessionOf(session.sessionId));
    if (playerId !== null) void socket.join(socketsOf(playerId));
    socket.use((_event, next) => {
      if (this.#withinBudget(socket)) next();
    });
    this.#listen(socket, session);
    socket.on('disconnect', () => this.#farewell(socket, playerId));
    socket.emit('chatOnline', this.#online());
  }

  #listen(socket: LiveSocket, session: RequestSession | null): void {
    const playerId = playerOf(session);
    const mayFollow = (topic: Topic) =>
      topic === 'support'
        ? hasPermission(session?.actor.status ?? null, 'tickets')
        : topic !== 'player' || playerId !== null;
    const roomOf = (topic: Topic) =>
      topic === 'player' ? factsOf(playerId ?? '') : topicPartOf(topic, socket.data.part);
    socket.on('subscribe', (topics, ack) => {
      const parsed = Topics.safeParse(topics);
      if (!parsed.success || typeof ack !== 'function') return;
      const allowed = parsed.data.filter(mayFollow);
      void socket.join(allowed.map(roomOf));
      // Joined first: everything published from here on reaches the socket. Facts gathered earlier may arrive too; they are not after the head, so
      // the client can tell.
      const heads = Object.fromEntries(allowed.map((topic) => [topic, this.#parts.head(topic, playerId)]));
      ack({ now: this.#parts.clock.now(), heads });
    });
    socket.on('unsubscribe', (topics) => {
      const parsed = Topics.safeParse(topics);
      for (const topic of parsed.data ?? []) void socket.leave(roomOf(topic));
    });
    socket.on('path', (path) => {
      if (typeof path === 'string') this.presence.at(socket.id, path.slice(0, MAX_PATH));
    });
    socket.on('ping', (ack) => {
      if (typeof ack === 'function') ack(this.#parts.clock.now());
    });
  }

  #farewell(socket: LiveSocket, playerId: string | null): void {
    this.presence.leave(socket.id);
    if (playerId !== null && !this.#io.of('/').adapter.rooms.has(factsOf(playerId))) this.#parts.onGone(playerId);
  }

  #withinBudget(socket: LiveSocket): boolean {
    if (this.#budget.take(socket.id, EVENT_BUDGET, this.#parts.clock.now()) === 0) return true;
    socket.data.excess += 1;
    if (socket.data.excess > MAX_EXCESS) socket.disconnect(true);
    return false;
  }

  /** People that this node sees now, plus those at other nodes as of the last beat. */
  #online(): number {
    return peopleOf(this.presence.online()) + this.#elsewhere;
  }

  /** Each second, if someone is or was here, or if heartbeats prove how fresh a replica is. */
  #isBeatDue(tick: number): boolean {
    const wasAlone = this.#isAlone;
    this.#isAlone = this.#sockets === 0 && this.#parts.deps.reads.replica === null;
    return !wasAlone || !this.#isAlone || tick % LONELY_BEAT_TICKS === 0;
  }

  /** Not awaited: a slow database must not stop the other work of this second. */
  #beat(clean: boolean): void {
    if (this.#beating !== null || this.#closed) return;
    const { nodes, deps } = this.#parts;
    const here = this.presence.online();
    this.#beating = nodes
      .beat(here)
      .then(async (people) => {
        this.#elsewhere = people - peopleOf(here);
        if (clean) await nodes.forgetDead();
      })
      .catch((error: unknown) => deps.log.debug({ err: error }, 'heartbeat failed: database unavailable'))
      .finally(() => (this.#beating = null));
  }

  #sendOnline(): void {
    const online = this.#online();
    if (online === this.#sentOnline || !this.#onlinePace.take(this.#parts.clock.now(), this.#sockets)) return;
    this.#sentOnline = online;
    void this.#sendToAll((sockets) => sockets.emit('chatOnline', online));
  }

  /** For clients that fetch the history instead of following its facts. */
  #announceChat(): void {
    if (!this.#chatChanged || !this.#chatPace.take(this.#parts.clock.now(), this.#sockets)) return;
    this.#chatChanged = false;
    void this.#sendToAll((sockets) => sockets.emit('chatMessage'));
  }

  /** To every socket. Of thousands some at a time, because a frame to all of 20,000 would stop everything else for a quarter of a second. */
  async #sendToAll(send: (sockets: Pick<LiveServer, 'emit'>) => void): Promise<void> {
    if (this.#sockets <= CROWD) return send(this.#io);
    for (let part = 0; part < PARTS; part++) {
      send(this.#io.to(partOf(part)));
      await this.#parts.clock.sleep(PART_PAUSE_MS);
    }
  }

  /** The spec's event, for clients that do not follow facts. */
  #sendNotification({ body }: FactEnvelope, playerId: string): void {
    const note = NotificationBody.safeParse(body).data?.notification;
    if (note) this.#io.to(socketsOf(playerId)).emit('notification', note);
  }

  #cutSlow(): void {
    const unsentOf = (socket: LiveSocket) => {
      const { bufferedAmount, waiting } = wireOf(socket);
      return { bytes: bufferedAmount, packets: waiting };
    };
    for (const { socket, bytes, reason } of findSlow(this.#io.of('/').sockets.values(), unsentOf)) {
      this.#parts.deps.log.info({ address: socket.data.address, bytes, reason }, 'slow socket closed');
      // Not disconnect(): that would wait until the client has read its unsent data.
      wireOf(socket).terminate();
    }
  }

  /** A safety net below `disconnect`: another node may have ended the session. */
  async #recheck(): Promise<void> {
    for (const socket of this.#io.of('/').sockets.values()) {
      const { resolve, session } = socket.data;
      if (resolve === null || session === null) continue;
      const now = await resolve().catch(() => session);
      // A changed status may no longer permit a topic.
      if (now?.actor.id !== session.actor.id || now.actor.status !== session.actor.status) socket.disconnect(true);
    }
  }
}

/** The transport below a socket: the WebSocket (briefly absent while it closes) and the packets waiting for it. */
interface Wire {
  readonly readyState: number;
  readonly bufferedAmount: number;
  readonly waiting: number;
  terminate(): void;
}

const CLOSED = 3;

function wireOf(socket: LiveSocket): Wire {
  const { transport } = socket.conn;
  const ws = 'socket' in transport ? (transport.socket as Partial<Wire>) : {};
  const { writeBuffer } = socket.conn as unknown as { writeBuffer?: readonly unknown[] };
  return {
    get readyState() {
      return ws.readyState ?? CLOSED;
    },
    get bufferedAmount() {
      return ws.bufferedAmount ?? 0;
    },
    terminate: () => ws.terminate?.(),
    waiting: writeBuffer?.length ?? 0,
  };
}

/** The player whose own events the session may receive: those of a key only if its scope is to read. */
function playerOf(session: RequestSession | null): string | null {
  if (session === null) return null;
  const { id, apiKey } = session.actor;
  return apiKey === undefined || apiKey.scopes.includes('read') ? id : null;
}

/** The socket's API key is unknown or revoked. Its client gets the message with `connect_error`. */
class UnknownKey extends Error {
  constructor() {
    super(REFUSALS.API_KEY_UNKNOWN.wire);
  }
}

const socketsOf = (playerId: string) => `sockets of ${playerId}`;
const factsOf = (playerId: string) => `facts of ${playerId}`;
const partOf = (part: number) => `part ${part} of all`;
const sessionOf = (sessionId: string) => `session ${sessionId}`;
const topicPartOf = (topic: Topic, part: number) => `part ${part} of ${topic}`;
/** All rooms of a topic, whose sockets take turns. */
const TOPIC_ROOMS = Object.fromEntries(
  TOPICS.map((topic) => [topic, Array.from({ length: PARTS }, (_, part) => topicPartOf(topic, part))]),
) as Record<Topic, string[]>;
