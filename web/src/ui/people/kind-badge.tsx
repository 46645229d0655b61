/** The mark beside the name of whoever is not a plain player: BOT, STAFF, HOUSE. Never left out, never hidden by width. */
import type { Badge } from '@fairpot/contract/user/schemas';
import { cx } from '../layout/cx.ts';

const LOOKS: Readonly<Record<NonNullable<Badge>, { readonly look: string; readonly says: string }>> = {
  BOT: { look: 'border-info text-info', says: 'A bot of the house, not a person' },
  STAFF: { look: 'border-volt bg-volt text-volt-ink', says: 'Works for Fairpot' },
  HOUSE: { look: 'border-warn text-warn', says: 'A persona of the house, not a player' },
};

export function KindBadge({ badge }: { readonly badge: Badge }) {
  if (badge === null) return null;
  const { look, says } = LOOKS[badge];
  return (
    <span
      title={says}
      className={cx('inline-block shrink-0 rounded-sm border px-1 text-2xs leading-[14px] font-extrabold', look)}
    >
      {badge}
    </span>
  );
}
