/** The push notifications of this browser: what the browser has, compared with what the server sends to. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  choosePushKinds,
  getPush,
  PUSH_KINDS,
  subscribePush,
  unsubscribePush,
  type PushKind,
} from '@fairpot/contract/notifications/push/calls';
import type { PushBrowser, PushState } from '@fairpot/contract/notifications/push/schemas';
import { keyOf, queryClient } from '../../../platform/calls/query-client.ts';
import { useAsk, useSend } from '../../../platform/calls/use-call.ts';
import {
  canPush,
  readBrowser,
  subscribe,
  unsubscribe,
  watchPermission,
  type BrowserPush,
  type PushObstacle,
} from './browser-push.ts';

export type SettledView =
  | { readonly state: 'off'; readonly obstacle: PushObstacle | null }
  | { readonly state: 'on'; readonly browser: PushBrowser };
/** `absent`: the site sends no push notifications. */
export type PushView = SettledView | { readonly state: 'loading' | 'unsupported' | 'blocked' | 'absent' };

export interface Push {
  readonly view: PushView;
  /** Only without anything to show. */
  readonly error: Error | null;
  readonly retry: () => void;
  readonly busy: boolean;
  readonly turnOn: () => void;
  readonly turnOff: () => void;
  readonly choose: (kind: PushKind, on: boolean) => void;
}

const KEY = keyOf(getPush, {});
const keep = (browser: PushBrowser | null): void =>
  void queryClient.setQueryData<PushState>(KEY, (state) => state && { ...state, browser });

export function usePush(): Push {
  const { data, error, refetch } = useAsk(getPush, {}, { staleTime: 0 });
  const { own, look } = useBrowser(data?.key ?? null);
  const [isTurning, setIsTurning] = useState(false);
  const [obstacle, setObstacle] = useState<PushObstacle | null>(null);
  // What a browser sends is well formed: only its push service can be unknown.
  const subscribing = useSend(subscribePush, {
    onRefused: ({ code }) => {
      if (code === 'BAD_INPUT') setObstacle('unknown-service');
      return code === 'BAD_INPUT';
    },
  });
  const choosing = useSend(choosePushKinds, { onAccepted: keep });
  const ending = useSend(unsubscribePush);
  const browser = data?.browser ?? null;

  const turnOn = async (): Promise<void> => {
    if (!data?.key || isTurning) return;
    setIsTurning(true);
    setObstacle(null);
    const made = await subscribe(data.key);
    if (typeof made === 'string') setObstacle(made);
    else {
      const kept = await subscribing.run({ ...made, kinds: browser?.kinds ?? [...PUSH_KINDS] });
      if (kept !== undefined) keep(kept);
      else await unsubscribe().catch(() => undefined);
    }
    await look();
    setIsTurning(false);
  };
  const turnOff = async (): Promise<void> => {
    if ((await ending.run({})) === undefined) return;
    keep(null);
    // The server sends nothing more; the browser's own end of it is tidiness.
    await unsubscribe().catch(() => undefined);
    await look();
  };
  const choose = (kind: PushKind, on: boolean): void => {
    const kinds = PUSH_KINDS.filter((each) => (each === kind ? on : browser?.kinds.includes(each)));
    void (kinds.length === 0 ? turnOff() : choosing.run({ kinds }));
  };
  return {
    view: viewOf(data, own, obstacle),
    error,
    retry: () => void refetch(),
    busy: isTurning || [subscribing, choosing, ending].some(({ phase }) => phase === 'sent'),
    turnOn: () => void turnOn(),
    turnOff: () => void turnOff(),
    choose,
  };
}

/** What the browser has; undefined until it has answered. Follows its settings. */
function useBrowser(key: string | null) {
  const { data, refetch } = useQuery({
    queryKey: ['this browser', 'push', key],
    queryFn: () => readBrowser(key ?? ''),
    enabled: key !== null && canPush(),
    staleTime: 0,
  });
  useEffect(() => {
    const watching = new AbortController();
    if (canPush()) void watchPermission(() => void refetch(), watching.signal);
    return () => watching.abort();
  }, [refetch]);
  return { own: data, look: refetch };
}

function viewOf(data: PushState | undefined, own: BrowserPush | undefined, obstacle: PushObstacle | null): PushView {
  if (data === undefined) return { state: 'loading' };
  if (data.key === null) return { state: 'absent' };
  if (!canPush()) return { state: 'unsupported' };
  if (own === undefined) return { state: 'loading' };
  if (own.isBlocked) return { state: 'blocked' };
  const { browser } = data;
  // One without the other sends nothing to this browser.
  return browser !== null && browser.endpointHash === own.endpointHash
    ? { state: 'on', browser }
    : { state: 'off', obstacle };
}
