/** The rule that can delay a payout, and where this player stands: printed before any money moves (rulings 1.6). */
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { withdrawTerms } from '@fairpot/contract/trades/calls';
import { messages } from '../../messages.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { useSession } from '../../platform/page/session.ts';
import { ExperienceBar } from '../../ui/people/level.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Money } from '../../ui/values/money.tsx';

/** Winnings and withdrawals open at this level (spec 9). */
export const PAYOUT_LEVEL = 10;
const XP_PER_LEVEL = 100;

export function PayoutRule() {
  const { user, status } = useSession();
  const left = Math.max(0, PAYOUT_LEVEL * XP_PER_LEVEL - user.experience);
  return (
    <Panel title="Before you move anything">
      <ul className="grid gap-3 text-sm text-fg-2">
        <li>{messages.say.needLevel10}.</li>
        <li>
          Below Level {PAYOUT_LEVEL} you can still take back, in full, what you deposited and have not staked yet.
        </li>
        <li>Closing your account pays out your whole cleared balance and every item, at any level.</li>
      </ul>
      {status === 'in' && (
        <div className="mt-4 grid gap-2 border-t border-line pt-4">
          <Refundable />
          <ExperienceBar experience={user.experience} detailed />
          <p className="text-xs text-fg-2">
            {left === 0
              ? `You are at Level ${user.level}: withdrawals are open to you.`
              : `${left} XP to Level ${PAYOUT_LEVEL}. You gain 10 XP per dollar staked.`}
          </p>
        </div>
      )}
    </Panel>
  );
}

/** What can be taken back at any level; nothing until it is known. */
function Refundable() {
  const terms = useAsk(withdrawTerms, {}).data;
  return (
    <p className="flex items-baseline justify-between gap-4 text-sm text-fg-2">
      May be taken back now
      {terms && <Money cents={centsFromUsd(terms.refundableUsd)} className="text-lg font-black text-fg" />}
    </p>
  );
}
