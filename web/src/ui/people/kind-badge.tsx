/** The badge next to the name of bots, staff, personas and programs: BOT, STAFF, HOUSE, API. Never omitted, never hidden at any width. */
import type { Badge } from '@fairpot/contract/user/schemas';
import { cx } from '../layout/cx.ts';
import { messages } from '../../messages.ts';

const LOOKS: Readonly<Record<NonNullable<Badge>, string>> = {
  BOT: 'border-info text-info',
  STAFF: 'border-volt bg-volt text-volt-ink',
  HOUSE: 'border-warn text-warn',
  API: 'border-line-strong text-fg-2',
};

export function KindBadge({ badge }: { readonly badge: Badge }) {
  if (badge === null) return null;
  return (
    <span
      title={messages.badges[badge]}
      className={cx(
        'inline-block shrink-0 rounded-sm border px-1 text-2xs leading-[14px] font-extrabold',
        LOOKS[badge],
      )}
    >
      {badge}
    </span>
  );
}
