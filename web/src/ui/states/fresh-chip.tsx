/** '3 new games': the rows that wait while a list is held (still-list.ts); a press shows them. */
import { Button } from '../controls/button.tsx';
import { messages } from '../../messages.ts';

export interface FreshChipProps {
  readonly count: number;
  /** Singular of the rows: 'game'. */
  readonly what: string;
  readonly onPress: () => void;
}

/** Takes no space: it covers the line above, because pushing the rows down would break the hold. */
export function FreshChip({ count, what, onPress }: FreshChipProps) {
  return (
    <div className="sticky top-24 z-10 grid h-0 justify-items-center">
      {count > 0 && (
        <Button variant="primary" className="-translate-y-13 shadow-pop" onClick={onPress}>
          {messages.parts.newRows(count, what)}
        </Button>
      )}
    </div>
  );
}
