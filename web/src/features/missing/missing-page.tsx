/** Any address that is no page of ours. */
import { Compass } from 'lucide-react';
import { useLocation } from 'react-router';
import { GAMES } from '@fairpot/contract/games/games';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { PageHead } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';

const [game] = GAMES;

export function MissingPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHead title="Page not found" />
      <Panel>
        <EmptyState
          icon={<Compass aria-hidden size={36} strokeWidth={1.5} />}
          title="Nothing is at this address"
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <ButtonLink to={game.path} variant="primary">
                Go to {game.label.toLowerCase()}
              </ButtonLink>
              <ButtonLink to="/faq">Read the FAQ</ButtonLink>
            </span>
          }
        >
          <code className="font-mono text-xs wrap-anywhere">{pathname}</code> is not a page of Fairpot. Nothing of yours
          was touched.
        </EmptyState>
      </Panel>
    </>
  );
}
