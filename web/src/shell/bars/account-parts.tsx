/** What the sidebar, the account menu and the phone bars share: the signed-in session, its balance, the link to the sign-in. */
import { LogIn, Package, Pause } from 'lucide-react';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { messages } from '../../messages.ts';
import { SIGN_IN_PATH, type Session } from '../../platform/page/session.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Count } from './count.tsx';

export type SignedInSession = Session & { readonly status: 'in' };

/** Leads to the sign-in. A browser navigation, so a plain link. */
export function LoginLink({ className }: { readonly className?: string }) {
  return (
    <a href={SIGN_IN_PATH} className={cx(buttonClass('primary'), className)}>
      <LogIn aria-hidden size={16} />
      {messages.login}
    </a>
  );
}

/** Balance, and the held balance with a pause icon. */
export function Balance({ session }: { readonly session: SignedInSession }) {
  const { balanceUsd, balanceUsdHold } = session.user;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
      <VisuallyHidden>{messages.account.balance}</VisuallyHidden>
      <Count name="balance" value={centsFromUsd(balanceUsd)}>
        {(cents) => <Money cents={cents} className="font-bold" />}
      </Count>
      <span className="flex items-center gap-1 text-xs text-fg-3" title={messages.account.held}>
        <Pause aria-hidden size={11} />
        <VisuallyHidden>{messages.account.held}</VisuallyHidden>
        <Money cents={centsFromUsd(balanceUsdHold)} />
      </span>
    </span>
  );
}

/** How many items are in the site inventory. */
export function ItemsCount({ session, className }: { readonly session: SignedInSession; readonly className?: string }) {
  return (
    <Count name="items" value={session.user.items} className={cx('gap-1 text-2xs font-semibold text-fg-2', className)}>
      {(items) => (
        <>
          <Package aria-hidden size={12} />
          <VisuallyHidden>{messages.account.items}</VisuallyHidden>
          <span className="tabular-nums">{items.toLocaleString('en-US')}</span>
        </>
      )}
    </Count>
  );
}

export function isSignedIn(session: Session): session is SignedInSession {
  return session.status === 'in';
}
