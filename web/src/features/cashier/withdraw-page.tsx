/** /withdraw before it opens. */
import { BanknoteArrowUp } from 'lucide-react';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { NotOpen } from '../../ui/states/not-open.tsx';
import { PayoutRule } from './payout-rule.tsx';

const WILL = [
  'Send site items to your Steam account by trade offer.',
  'Pay balance out in TRX, USDT, BTC or ETH, with the rate and the amount you will receive shown first.',
  'Show where each withdrawal stands, and refund it in full if it cannot be sent.',
  'Never turn a withdrawal that is under way back into play.',
];

export function WithdrawPage() {
  return (
    <NeedsSession title="Withdraw" why="Only the owner of an account can take things out of it.">
      <NotOpen
        title="Withdraw"
        lead="Take items or coins out. Withdrawals pay."
        icon={<BanknoteArrowUp aria-hidden size={26} />}
        will={WILL}
        aside={<PayoutRule />}
      />
    </NeedsSession>
  );
}
