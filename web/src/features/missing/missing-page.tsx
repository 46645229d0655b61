/** The page for unknown addresses. */
import { Compass } from 'lucide-react';
import { useLocation } from 'react-router';
import { GAMES } from '@fairpot/contract/games/games';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { messages } from '../../messages.ts';

const [game] = GAMES;

export function MissingPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title={messages.notFound.title} />
      <Panel>
        <EmptyState
          icon={<Compass aria-hidden size={36} strokeWidth={1.5} />}
          title={messages.notFound.heading}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <ButtonLink to={game.path} variant="primary">
                {messages.notFound.goTo(game.label.toLowerCase())}
              </ButtonLink>
              <ButtonLink to="/faq">{messages.notFound.faq}</ButtonLink>
            </span>
          }
        >
          <code className="font-mono text-xs wrap-anywhere">{pathname}</code> {messages.notFound.text}
        </EmptyState>
      </Panel>
    </>
  );
}
