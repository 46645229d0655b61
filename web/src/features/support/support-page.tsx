/** /support before it opens. */
import { LifeBuoy } from 'lucide-react';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { NotOpen } from '../../ui/states/not-open.tsx';

const WILL = [
  'Open a ticket and talk to a moderator on this page; every answer of theirs says Moderator.',
  'Mark any address a moderator posts as what it is: your own Fairpot deposit address, and nothing else.',
  'Close a ticket when it is settled, and keep all of them to read later.',
];

export function SupportPage() {
  return (
    <NeedsSession title="Support" why="Tickets are private, so they belong to an account.">
      <NotOpen
        title="Support"
        lead="Talk to the people who run Fairpot."
        icon={<LifeBuoy aria-hidden size={26} />}
        will={WILL}
      />
    </NeedsSession>
  );
}
