/** Drawers over the frame: menu and profile (phone), chat (where it has no column), messages (all widths). */
import { messages } from '../messages.ts';
import { PHONE, useChatColumn, useMedia } from '../platform/page/media.ts';
import { Drawer } from '../ui/controls/drawer.tsx';
import { ProfileDrawerBody } from './bars/account-menu.tsx';
import { MessageHistory } from './message-history.tsx';
import { ChatBody, OnlineCount } from './chat-panel.tsx';
import { Nav } from './bars/nav.tsx';
import { DevelopersLink, LanguageLabel } from './bars/sidebar.tsx';
import { closePanels, useShell } from './shell-store.ts';

export function Panels() {
  const panel = useShell((shell) => shell.panel);
  const phone = useMedia(PHONE);
  const chatHasColumn = useChatColumn();
  return (
    <>
      <Drawer open={panel === 'menu' && phone} onClose={closePanels} title={messages.nav.menu}>
        <div className="flex-1 p-3">
          <Nav />
        </div>
        <footer className="flex items-center justify-between border-t border-line p-4 text-2xs text-fg-3">
          {messages.copyright}
          <DevelopersLink className="py-3" />
          <LanguageLabel />
        </footer>
      </Drawer>
      <Drawer open={panel === 'profile' && phone} onClose={closePanels} title={messages.profile} side="right">
        <ProfileDrawerBody />
      </Drawer>
      <Drawer open={panel === 'messages'} onClose={closePanels} title={messages.toast.history} side="right" size="wide">
        <MessageHistory />
      </Drawer>
      <Drawer
        open={panel === 'chat' && !chatHasColumn}
        onClose={closePanels}
        title={messages.chat.title}
        side="right"
        size={phone ? 'full' : 'wide'}
        headExtra={<OnlineCount />}
      >
        <ChatBody />
      </Drawer>
    </>
  );
}
