/** The left column: 232 px (256 from 1680), a rail of icons between 768 and 1023. Sound comes first in tab order. */
import { messages } from '../../messages.ts';
import { AccountBlock } from './account.tsx';
import { Brand } from './brand.tsx';
import { Bell } from './bell.tsx';
import { Nav } from './nav.tsx';
import { SoundToggle } from './sound-toggle.tsx';
import { Link } from '../../ui/controls/link.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';

export function Sidebar() {
  return (
    <aside aria-label={messages.nav.sidebar} className="frame-side flex-col border-r border-line bg-ink-2">
      <header
        className={
          'flex h-16 shrink-0 items-center justify-between pr-2 pl-5 max-lg:h-auto max-lg:flex-col max-lg:px-0 ' +
          'max-lg:pt-3'
        }
      >
        {/* sound is first in the DOM for the keyboard; on screen the name is first */}
        <span className="order-2 flex max-lg:flex-col">
          <SoundToggle />
          <a href="#content" className="skip-link visually-hidden">
            {messages.nav.skip}
          </a>
          <Bell />
        </span>
        <span className="order-1 max-lg:mb-2">
          <Brand compact />
        </span>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-3">
        <Nav rail />
      </div>
      <footer className="grid shrink-0 gap-3 border-t border-line p-3">
        <AccountBlock />
        <div className="flex items-center justify-between px-1 text-2xs text-fg-3 max-lg:justify-center">
          <span className="max-lg:hidden">{messages.copyright}</span>
          <DevelopersLink className="max-lg:hidden" />
          <LanguageLabel />
        </div>
      </footer>
    </aside>
  );
}

/** To the page about the API; on narrow windows in the menu. */
export function DevelopersLink({ className }: { readonly className?: string }) {
  return (
    <Link to="/developers" className={cx('underline-offset-2 hover:text-fg hover:underline', className)}>
      {messages.nav.developers}
    </Link>
  );
}

/** Fixed: the product is in English only. */
export function LanguageLabel() {
  return (
    <span title={messages.nav.english} className="rounded-sm border border-line px-1.5 font-bold">
      <VisuallyHidden>{messages.nav.language}</VisuallyHidden>
      {messages.language}
    </span>
  );
}
