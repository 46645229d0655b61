/** In place of a round whose stakes are in the archive: its record in the public log is left. */
import { Archive } from 'lucide-react';
import { ButtonLink } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/states/states.tsx';
import { roundLink } from './fairplay-link.ts';
import { texts } from './texts.ts';

export function ArchivedRound({ id }: { readonly id: string }) {
  return (
    <EmptyState
      icon={<Archive aria-hidden size={36} strokeWidth={1.5} />}
      title={texts.archived.title}
      action={
        <ButtonLink variant="primary" to={roundLink(id)}>
          {texts.archived.check}
        </ButtonLink>
      }
    >
      {texts.archived.text}
    </EmptyState>
  );
}
