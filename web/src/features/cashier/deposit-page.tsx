/** /deposit before it opens. */
import { Wallet } from 'lucide-react';
import { NeedsSession } from '../../ui/states/needs-session.tsx';
import { NotOpen } from '../../ui/states/not-open.tsx';
import { PayoutRule } from './payout-rule.tsx';

const WILL = [
  'Take Counter-Strike, Rust and Dota 2 items by Steam trade offer, as balance or as site items.',
  'Show the bot’s name, its level and a security code with each offer: if any of them differs, decline it.',
  'Take TRX, USDT, BTC and ETH to an address of your own, from 10 dollars, with each confirmation shown.',
  'Say until when an item is held by Steam before you send it.',
];

export function DepositPage() {
  return (
    <NeedsSession title="Deposit" why="What you deposit is credited to your account.">
      <NotOpen
        title="Deposit"
        lead="Bring items or coins to your account."
        icon={<Wallet aria-hidden size={26} />}
        will={WILL}
        aside={<PayoutRule />}
      />
    </NeedsSession>
  );
}
