/** States that every page and window of a game shows alike: loading, failed, paused, sign in first. */
import { useDeferredValue, type ComponentProps, type ReactNode } from 'react';
import { messages } from '../messages.ts';
import { useAway } from '../platform/live/live.ts';
import { signIn, useSession } from '../platform/page/session.ts';
import { Button } from '../ui/controls/button.tsx';
import { cx } from '../ui/layout/cx.ts';
import { ErrorState } from '../ui/states/states.tsx';
import { texts } from './texts.ts';

export interface LoadedProps<T> {
  readonly answer: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Shown until the first answer. */
  readonly loading: ReactNode;
  /** Says what is safe although the answer failed. */
  readonly reassurance?: string;
  readonly children: (data: T) => ReactNode;
}

/**
 * Renders the answer once it is loaded. A failed refetch removes nothing from the screen. A whole list in place of `loading` is rendered as a
 * transition: React yields to the browser meanwhile. What changes later is rendered at once.
 */
export function Loaded<T>({ answer, loading, reassurance, children }: LoadedProps<T>) {
  const { data, error, refetch } = answer;
  const away = useAway();
  const begun = useDeferredValue(data !== undefined);
  if (data !== undefined && begun) return children(data);
  if (data !== undefined || !(error || away)) return loading;
  return (
    <ErrorState error={error} onRetry={() => void refetch()} {...(reassurance !== undefined && { reassurance })} />
  );
}

/** Reassurances of a failed answer. */
export const SAFE = texts.safe;

/** Shown while a game takes no stakes. `children`: what continues and what waits, as a sentence. */
export function PausedNote({ children, className }: { readonly children: string; readonly className?: string }) {
  return (
    <p
      role="status"
      className={cx('rounded-md border border-warn px-4 py-2 text-sm font-semibold text-warn', className)}
    >
      {texts.paused(children)}
    </p>
  );
}

export function LoginButton(props: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  return (
    <Button {...props} onClick={signIn}>
      {messages.login}
    </Button>
  );
}

/** Content for signed-in players, or the sign-in button. An unknown session counts as signed in, so that nothing flashes. */
export function LoginOr({ login, children }: { readonly login: ReactNode; readonly children: ReactNode }) {
  return useSession().status === 'out' ? login : children;
}
