/** The socket of live.ts: connects, subscribes, measures the clock, passes on facts. Loaded after the first paint. */
import { io, type Socket } from 'socket.io-client';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import type { ClientEvents, ServerEvents } from '@fairpot/contract/live/events';
import type { FactEnvelope, Topic } from '@fairpot/contract/live/channel.schemas';
import { addClockSample, forgetClockSamples } from './clock.ts';
import {
  onPathChanged,
  onTopicsChanged,
  receiveFact,
  receiveHead,
  reportedNow,
  useLive,
  watchedTopics,
} from './live.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '@fairpot/contract/notifications/calls';
import { openModal } from '../page/modal.ts';
import { TOAST_MS, toastNote } from '../page/toasts.ts';
import { isShownOnPage } from '../page/shown-on-page.ts';
import { refetchFailed } from '../calls/query-client.ts';
import { accountChanged } from '../page/session.ts';

export const RECONNECT_MAX_MS = 10_000;
/** Interval of clock measurements while connected. */
const PING_EVERY_MS = 15_000;
/** The first samples are taken quickly, because the best of a few is much better than one. */
const FIRST_PINGS_MS = [0, 250, 1_000, 3_000] as const;
const ACK_WITHIN_MS = 10_000;

type LiveSocket = Socket<ServerEvents, ClientEvents>;

let socket: LiveSocket | null = null;

/** Opens the channel. Called once. */
export function connect(): void {
  if (socket) return;
  const live: LiveSocket = io({
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: RECONNECT_MAX_MS,
  });
  socket = live;
  live.on('connect', () => handleHello(live));
  live.on('disconnect', (reason) => {
    useLive.setState({ status: 'reconnecting' });
    // the server closed it (sign-out elsewhere, restart): the library does not reconnect by itself then
    if (reason === 'io server disconnect') live.connect();
  });
  live.on('fact', (...facts: FactEnvelope[]) => facts.forEach((fact) => receiveFact(fact)));
  live.on('chatOnline', (online: number) => useLive.setState({ online }));
  live.on('userUpdated', accountChanged);
  live.on('notification', showNotification);
  onTopicsChanged(({ added, removed }) => {
    if (added && live.connected) subscribe(live, [added]);
    if (removed && live.connected) live.emit('unsubscribe', [removed]);
  });
  onPathChanged((path) => {
    if (live.connected) live.emit('path', path);
  });
  setInterval(() => {
    if (live.connected && document.visibilityState === 'visible') measure(live);
  }, PING_EVERY_MS);
}

/** A notification that needs an action opens a window; others are toasts. The bell keeps both. */
function showNotification({ header, text, kind }: { header: string; text: string; kind: NotificationKind }): void {
  if (NOTIFICATION_KINDS[kind].urgent) openModal('notification', { header, text });
  else if (!isShownOnPage(header)) toastNote(text, { title: header, durationMs: TOAST_MS.long, noted: true });
}

function handleHello(live: LiveSocket): void {
  // 'userUpdated' is not queued for offline clients, and the session may have ended in another tab
  if (useLive.getState().status === 'reconnecting') accountChanged();
  useLive.setState({ status: 'online' });
  void refetchFailed();
  forgetClockSamples();
  for (const ms of FIRST_PINGS_MS) setTimeout(() => live.connected && measure(live), ms);
  subscribe(live, [...watchedTopics()]);
  if (reportedNow() !== '') live.emit('path', reportedNow());
}

function subscribe(live: LiveSocket, topics: Topic[]): void {
  if (topics.length === 0) return;
  live.timeout(ACK_WITHIN_MS).emit('subscribe', topics, (error, answer) => {
    if (error) {
      if (live.connected) live.disconnect().connect(); // no answer: reconnect rather than show a dead page as live
      return;
    }
    for (const topic of topics) receiveHead(topic, answer.heads[topic] ?? '0');
  });
}

function measure(live: LiveSocket): void {
  const sentAt = Date.now();
  const started = performance.now();
  live.timeout(ACK_WITHIN_MS).emit('ping', (error, now) => {
    if (error) return; // the transport's own heartbeat decides whether the connection is lost
    addClockSample({ sentAt, receivedAt: sentAt + Math.round(performance.now() - started), serverNow: now });
  });
}
