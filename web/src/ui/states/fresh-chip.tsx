/** '3 new games': what waits while a list is held still (still-list.ts); pressed, it lets them in. Called by those lists. */
import { Button } from '../controls/button.tsx';

export interface FreshChipProps {
  readonly count: number;
  /** One of them: 'game'. */
  readonly what: string;
  readonly onPress: () => void;
}

/** Takes no room: it lies over the line above, because a chip that pushed the rows down would break the hold it tells of. */
export function FreshChip({ count, what, onPress }: FreshChipProps) {
  return (
    <div className="sticky top-24 z-10 grid h-0 justify-items-center">
      {count > 0 && (
        <Button variant="primary" className="-translate-y-13 shadow-pop" onClick={onPress}>
          {`${count} new ${what}${count === 1 ? '' : 's'}`}
        </Button>
      )}
    </div>
  );
}
