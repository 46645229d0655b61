/** Replaces an action that requires a recent sign-in: the reason, and a link to sign in and come back. */
import { SIGN_IN_PATH } from '../../../platform/page/session.ts';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { texts as accountTexts } from './texts.ts';

const texts = accountTexts.signIn;

const BACK = encodeURIComponent('/profile?tab=account');

export function SignInAgain({ what }: { readonly what: string }) {
  return (
    <div className="mt-4 grid justify-items-start gap-3 rounded-md border border-warn p-3 text-sm">
      <p>{texts.text(what)}</p>
      <a href={`${SIGN_IN_PATH}?next=${BACK}`} className={buttonClass('secondary')}>
        {texts.again}
      </a>
    </div>
  );
}
