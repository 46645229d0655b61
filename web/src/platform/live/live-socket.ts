/** The socket of live.ts: connects, subscribes, measures the clock, passes on facts. Loaded after the first paint. */
import { io, type Socket } from 'socket.io-client';
import { SOCKET_PATH } from '@fairpot/contract/live/channel';
import type { ClientEvents, ServerEvents } from '@fairpot/contract/live/events';
import type { Topic } from '@fairpot/contract/live/channel.schemas';
import type { TopicFact } from '@fairpot/contract/live/facts';
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
import { refetchFailed, refetchShown } from '../calls/query-client.ts';
import { accountChanged } from '../page/session.ts';

export const RECONNECT_MAX_MS = 10_000;
/** A connection that is not made within this is tried again: a network without answers refuses nothing. */
const CONNECT_WITHIN_MS = 5_000;
/** Interval of clock measurements while connected. */
const SAMPLE_EVERY_MS = 15_000;
/** The first samples are taken quickly, because the best of a few is much better than one. */
const FIRST_PINGS_MS = [0, 250, 1_000, 3_000] as const;
const ACK_WITHIN_MS = 10_000;
/** A network can fail without closing the socket. After this silence the server is asked; any message counts as an answer. */
const ASK_AFTER_MS = 1_000;
/** After this silence the server is away. With the interval of the checks this is at most three seconds. */
const AWAY_AFTER_MS = 2_500;
/** After this silence the socket is replaced. */
const REPLACE_AFTER_MS = 10_000;
const CHECK_EVERY_MS = 500;
/** A tab that was hidden for longer has slept: its timers stood still, and facts may be missing. */
const SLEPT_AFTER_MS = 10_000;

type LiveSocket = Socket<ServerEvents<TopicFact>, ClientEvents>;

let socket: LiveSocket | null = null;
let heardAt = 0;
let sampledAt = 0;
let askedAt = 0;
/** When the tab was hidden, epoch ms; null while it is visible. */
let hiddenAt: number | null = null;

/** Opens the channel. Called once. */
export function connect(): void {
  if (socket) return;
  const live: LiveSocket = io({
    path: SOCKET_PATH,
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    timeout: CONNECT_WITHIN_MS,
  });
  socket = live;
  live.on('connect', () => handleHello(live));
  live.on('disconnect', (reason) => {
    setAway();
    // the server closed it (sign-out elsewhere, restart): the library does not reconnect by itself then
    if (reason === 'io server disconnect') live.connect();
  });
  live.onAny(() => hear(live));
  live.on('fact', (...facts: TopicFact[]) => facts.forEach((fact) => receiveFact(fact)));
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
  setInterval(() => checkSilence(live), CHECK_EVERY_MS);
  addEventListener('online', () => wake(live));
  for (const event of ['visibilitychange', 'freeze', 'resume'])
    document.addEventListener(event, () => {
      if (document.visibilityState === 'visible' && event !== 'freeze') wake(live);
      else hiddenAt ??= Date.now();
    });
}

function setAway(): void {
  useLive.setState({ status: 'reconnecting' });
}

/** A message arrived. After a silence that was not the end of the connection nothing else reports the return. */
function hear(live: LiveSocket): void {
  heardAt = performance.now();
  if (live.connected && useLive.getState().status === 'reconnecting') setOnline();
}

function setOnline(): void {
  const returned = useLive.getState().status === 'reconnecting';
  useLive.setState({ status: 'online' });
  if (!returned) return void refetchFailed();
  // 'userUpdated' is not queued for offline clients, and the session may have ended in another tab
  accountChanged();
  void refetchShown();
}

function checkSilence(live: LiveSocket): void {
  if (!live.connected || document.visibilityState !== 'visible') return;
  const silentMs = performance.now() - heardAt;
  if (silentMs >= REPLACE_AFTER_MS) live.disconnect().connect();
  else if (silentMs >= AWAY_AFTER_MS) setAway();
  const due = performance.now() - sampledAt >= SAMPLE_EVERY_MS;
  // again while no answer comes: the server drops what exceeds a socket's budget
  if (due || (silentMs >= ASK_AFTER_MS && performance.now() - askedAt >= ASK_AFTER_MS)) measure(live, due);
}

/** The tab or the network is back: does not wait for a timer, and compares the topics with what was published meanwhile. */
function wake(live: LiveSocket): void {
  const slept = hiddenAt !== null && Date.now() - hiddenAt >= SLEPT_AFTER_MS;
  hiddenAt = null;
  if (!live.connected) return void live.disconnect().connect();
  heardAt = performance.now();
  measure(live, false);
  subscribe(live, [...watchedTopics()]);
  if (slept) void refetchShown();
}

/** A notification that needs an action opens a window; others are toasts. The bell keeps both. */
function showNotification({ header, text, kind }: { header: string; text: string; kind: NotificationKind }): void {
  if (NOTIFICATION_KINDS[kind].urgent) openModal('notification', { header, text });
  else if (!isShownOnPage(header)) toastNote(text, { title: header, durationMs: TOAST_MS.long, noted: true });
}

function handleHello(live: LiveSocket): void {
  heardAt = performance.now();
  setOnline();
  forgetClockSamples();
  for (const ms of FIRST_PINGS_MS) setTimeout(() => live.connected && measure(live, true), ms);
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

/** Asks for the server's time. Few answers are samples of the clock: the best of minutes is better than the best of seconds. */
function measure(live: LiveSocket, isSample: boolean): void {
  const sentAt = Date.now();
  const started = performance.now();
  if (isSample) sampledAt = started;
  askedAt = started;
  live.timeout(ACK_WITHIN_MS).emit('ping', (error, now) => {
    if (error) return;
    hear(live);
    const receivedAt = sentAt + Math.round(performance.now() - started);
    if (isSample) addClockSample({ sentAt, receivedAt, serverNow: now });
  });
}
