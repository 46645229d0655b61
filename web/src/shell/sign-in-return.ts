/** `/?signin=failed|unavailable|excluded`, where a failed sign-in returns: shows the reason, then cleans the address. */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { refusalText, type RefusalCode } from '@fairpot/contract/wire/refusals';
import { messages } from '../messages.ts';
import { toastError } from '../platform/page/toasts.ts';

const REASONS: Readonly<Record<string, RefusalCode>> = {
  failed: 'SIGN_IN_FAILED',
  unavailable: 'SIGN_IN_UNAVAILABLE',
  excluded: 'SIGN_IN_EXCLUDED',
};

export function useSignInReturn(): void {
  const [search, setSearch] = useSearchParams();
  const code = REASONS[search.get('signin') ?? ''];
  useEffect(() => {
    if (!code) return;
    toastError(refusalText(code), { title: messages.toast.errorTitle, durationMs: 10_000 });
    setSearch(
      (now) => {
        now.delete('signin');
        return now;
      },
      { replace: true },
    );
  }, [code, setSearch]);
}
