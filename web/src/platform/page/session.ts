/** The session: the signed-in user if GET /user succeeds, else the spec's signed-out default user. */
import { useQuery } from '@tanstack/react-query';
import { RESULTS_VISIBLE_AFTER_MS } from '@fairpot/contract/log/views';
import { getProtection } from '@fairpot/contract/protection/calls';
import { getUser, SIGNED_IN_MARK } from '@fairpot/contract/user/calls';
import type { Statistics, User } from '@fairpot/contract/user/schemas';
import type { Permission } from '@fairpot/contract/wire/permissions';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { ApiRefusal, ask } from '../calls/api.ts';
import { keyOf, queryClient, refetchAll } from '../calls/query-client.ts';
import { afterSuspense, inSuspense } from '../calls/suspense.ts';

export const SIGN_IN_PATH = '/api/auth';
export const SIGN_OUT_PATH = '/api/auth/logout';

/** The spec's signed-out default user: id -1, other fields empty or -1. Never sent anywhere. */
export const SIGNED_OUT_USER: User = {
  id: '-1',
  steamid: '',
  name: '',
  status: 'USER',
  isFake: false,
  badge: null,
  avatar: '',
  tradeToken: '',
  level: -1,
  experience: -1,
  balanceUsd: -1,
  balanceUsdHold: -1,
  steamInventoryBalanceUsd: -1,
  items: -1,
  ageConfirmed: false,
};

export interface Session {
  /** `loading` until the first answer; `out` also if the server could not be reached. */
  readonly status: 'loading' | 'out' | 'in';
  readonly user: User;
  /** Null unless signed in. */
  readonly statistics: Statistics | null;
}

interface AccountAnswer {
  readonly user: User;
  readonly statistics: Statistics;
}

/** True if no one signed in here: the call is skipped, so a visitor's console shows no 401. */
function neverSignedIn(): boolean {
  return !document.cookie.split('; ').includes(`${SIGNED_IN_MARK}=1`);
}

async function fetchSession(signal: AbortSignal): Promise<AccountAnswer | null> {
  if (neverSignedIn()) return null;
  try {
    return await ask(getUser, {}, { signal });
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 401) {
      document.cookie = `${SIGNED_IN_MARK}=; Path=/; Max-Age=0; SameSite=Lax`;
      return null; // signed out is an answer, not a failure
    }
    throw error;
  }
}

/** A visitor who never signed in here is known to be signed out before the first render. Called once at start. */
export function settleSession(): void {
  if (neverSignedIn()) queryClient.setQueryData(keyOf(getUser, {}), null);
}

const sessionQuery = {
  queryKey: keyOf(getUser, {}),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchSession(signal),
  staleTime: 60_000,
  // a fetch during the animation of an own round would reveal its result
  refetchOnWindowFocus: () => !inSuspense(),
  refetchOnMount: () => !inSuspense(),
};

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  if (data) return { status: 'in', user: data.user, statistics: data.statistics };
  return { status: isPending ? 'loading' : 'out', user: SIGNED_OUT_USER, statistics: null };
}

/** The signed-in player's id; null when signed out or still loading. */
export function useMe(): string | null {
  const { status, user } = useSession();
  return status === 'in' ? user.id : null;
}

/** Whether the signed-in player has `permission`; the server checks again on every call. */
export function useMay(permission: Permission): boolean {
  const { status, user } = useSession();
  return hasPermission(status === 'in' ? user.status : null, permission);
}

/** Refetches GET /user at once, after an action of the player. */
export async function refreshUser(): Promise<void> {
  await refetchAll(getUser);
  // The same events change what is left of the player's limits. Skipped if the player has been signed out.
  if (!queryClient.getQueryData(keyOf(getUser, {}))) return;
  void refetchAll(getProtection);
}

const refresh = (): void => void refreshUser();

/** A round without an animation on this page reveals its result as late as one with it: refetch then. */
const RECHECK_AFTER_MS = Math.max(...Object.values(RESULTS_VISIBLE_AFTER_MS)) + 1_000;
let recheck: ReturnType<typeof setTimeout> | undefined;

/**
 * The account has changed, because the server says so or a result has been shown. Refetched once no animation of an own round is still
 * running.
 */
export function accountChanged(): void {
  afterSuspense(refresh);
  clearTimeout(recheck);
  recheck = setTimeout(() => afterSuspense(refresh), RECHECK_AFTER_MS);
}

/** A browser navigation, as the spec requires; signing out (SIGN_OUT_PATH) is one too. */
export function signIn(): void {
  location.assign(SIGN_IN_PATH);
}
