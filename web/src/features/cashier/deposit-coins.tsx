/** The half of the page that takes no coins yet, and says so. */
import { Bitcoin, Clock } from 'lucide-react';
import { Panel } from '../../ui/layout/panel.tsx';

export function DepositCoins() {
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <Bitcoin aria-hidden size={18} /> Coins
        </span>
      }
      actions={
        <span
          className={
            'inline-flex items-center gap-1.5 rounded-sm border border-warn px-1.5 text-2xs font-extrabold text-warn'
          }
        >
          <Clock aria-hidden size={11} /> NOT OPEN YET
        </span>
      }
    >
      <p className="max-w-[68ch] text-sm text-fg-2">
        Deposits in TRX, USDT, BTC and ETH are not open yet. No address here is yours: send no coins. They will go to an
        address of your own, from 10 dollars, with each confirmation shown.
      </p>
    </Panel>
  );
}
