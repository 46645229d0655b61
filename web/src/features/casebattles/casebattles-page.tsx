/** /casebattles and /casebattles/:id before they open. */
import { Swords } from 'lucide-react';
import { useParams } from 'react-router';
import { NotOpen } from '../../ui/not-open.tsx';

const WILL = [
  'Two to six players, or two teams of two, open the same cases round by round; the most total value wins all.',
  'Show each case’s expected return, its spread and its best odds before you add it.',
  'Let you take a seat straight from the list, and leave again until the last seat is taken.',
  'Run the reels at the right frame for latecomers, and replay any battle.',
  'Draw a tie from the same sealed randomness, with equal chances, on screen.',
];

export function CaseBattlesPage() {
  const { id } = useParams();
  const lead =
    id === undefined
      ? 'Open the same cases against other players.'
      : 'Case battles are not open yet, so this link leads to no battle.';
  return <NotOpen title="Case battles" lead={lead} icon={<Swords aria-hidden size={26} />} will={WILL} />;
}
