/** The rule that can delay a payout, and the player's progress towards it: shown before any money moves (rulings 1.6). */
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { withdrawTerms } from '@fairpot/contract/trades/calls';
import { messages } from '../../messages.ts';
import { useAsk } from '../../platform/calls/use-call.ts';
import { useSession } from '../../platform/page/session.ts';
import { ExperienceBar } from '../../ui/people/level.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Money } from '../../ui/values/money.tsx';
import { texts } from './texts.ts';

/** Winnings and withdrawals open at this level (spec 9). */
export const PAYOUT_LEVEL = 10;
const XP_PER_LEVEL = 100;

export function PayoutRule() {
  const { user, status } = useSession();
  const left = Math.max(0, PAYOUT_LEVEL * XP_PER_LEVEL - user.experience);
  return (
    <Panel title={texts.payoutRule.title}>
      <ul className="grid gap-3 text-sm text-fg-2">
        <li>{messages.say.needLevel10}.</li>
        <li>{texts.payoutRule.belowLevel(PAYOUT_LEVEL)}</li>
        <li>{texts.payoutRule.closing}</li>
      </ul>
      {status === 'in' && (
        <div className="mt-4 grid gap-2 border-t border-line pt-4">
          <Refundable />
          <ExperienceBar experience={user.experience} detailed />
          <p className="text-xs text-fg-2">
            {left === 0 ? texts.payoutRule.open(user.level) : texts.payoutRule.xpLeft(left, PAYOUT_LEVEL)}
          </p>
        </div>
      )}
    </Panel>
  );
}

/** What can be withdrawn at any level; no amount until it is known. */
function Refundable() {
  const terms = useAsk(withdrawTerms, {}).data;
  return (
    <p className="flex items-baseline justify-between gap-4 text-sm text-fg-2">
      {texts.payoutRule.refundable}
      {terms && <Money cents={centsFromUsd(terms.refundableUsd)} className="text-lg font-black text-fg" />}
    </p>
  );
}
