/** Who is at the page: the signed-in user by the success of GET /user, else the signed-out default user of the spec. */
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

/** The spec's signed-out default user: id -1, the rest empty or -1. Never sent anywhere. */
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
  ageConfirmed: false,
};

export interface Session {
  /** `loading` until the first answer; `out` also when the server could not be asked. */
  readonly status: 'loading' | 'out' | 'in';
  readonly user: User;
  /** Null unless signed in. */
  readonly statistics: Statistics | null;
}

interface AccountAnswer {
  readonly user: User;
  readonly statistics: Statistics;
}

/** Nobody was signed in here: there is no need to ask, and no 401 in the console of every visitor. */
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

const sessionQuery = {
  queryKey: keyOf(getUser, {}),
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchSession(signal),
  staleTime: 60_000,
  // what is fetched while an own picture runs would tell its result
  refetchOnWindowFocus: () => !inSuspense(),
  refetchOnMount: () => !inSuspense(),
};

export function useSession(): Session {
  const { data, isPending } = useQuery(sessionQuery);
  if (data) return { status: 'in', user: data.user, statistics: data.statistics };
  return { status: isPending ? 'loading' : 'out', user: SIGNED_OUT_USER, statistics: null };
}

/** The id of the person at the page; null when signed out, or while that is being asked. */
export function useMe(): string | null {
  const { status, user } = useSession();
  return status === 'in' ? user.id : null;
}

/** Whether the person at the page may do what needs `permission`; the server decides again on every call. */
export function useMay(permission: Permission): boolean {
  const { status, user } = useSession();
  return hasPermission(status === 'in' ? user.status : null, permission);
}

/** Fetches GET /user again at once: after what the person did. */
export async function refreshUser(): Promise<void> {
  await refetchAll(getUser);
  // What is left of the own limits changes with the same events; who has been signed out meanwhile is not asked for it.
  if (!queryClient.getQueryData(keyOf(getUser, {}))) return;
  void refetchAll(getProtection);
}

const refresh = (): void => void refreshUser();

/** Where no picture shows a round, its result is told as late as where one does: asked for again by then. */
const RECHECK_AFTER_MS = Math.max(...Object.values(RESULTS_VISIBLE_AFTER_MS)) + 1_000;
let later: ReturnType<typeof setTimeout> | undefined;

/**
 * The account has changed, by what the server says or because a result has landed: taken over once no picture of an own
 * round is on its way to a result any more.
 */
export function accountChanged(): void {
  afterSuspense(refresh);
  clearTimeout(later);
  later = setTimeout(() => afterSuspense(refresh), RECHECK_AFTER_MS);
}

/** A browser navigation, as the spec says; so is signing out (SIGN_OUT_PATH). */
export function signIn(): void {
  location.assign(SIGN_IN_PATH);
}
