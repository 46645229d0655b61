/** In place of what takes a sign-in of the last minutes: why, and the way there and back. */
import { SIGN_IN_PATH } from '../../../platform/page/session.ts';
import { buttonClass } from '../../../ui/controls/button.tsx';

const BACK = encodeURIComponent('/profile?tab=account');

export function SignInAgain({ what }: { readonly what: string }) {
  return (
    <div className="mt-4 grid justify-items-start gap-3 rounded-md border border-warn p-3 text-sm">
      <p>{what} takes a sign-in of the last minutes, so that nobody does it who finds this browser open.</p>
      <a href={`${SIGN_IN_PATH}?next=${BACK}`} className={buttonClass('secondary')}>
        Sign in again
      </a>
    </div>
  );
}
