/** The coin picker: each coin with its icon, network and rate, or the note that it is unavailable. */
import { useId } from 'react';
import { COIN_NAMES, COINS, type Coin } from '@fairpot/contract/crypto/calls';
import { cx } from '../../../ui/layout/cx.ts';
import { texts } from './texts.ts';
import './coins.css';

/** Paths of the icons in a 24 x 24 box, drawn on a disc of the coin's colour. */
const SIGNS: Readonly<Record<Coin, string>> = {
  TRX: 'M5.5 6.5 15 8.2 19 12 11 19.5zM5.5 6.5 12 12.5M15 8.2 12 12.5 19 12M12 12.5 11 19.5',
  USDT: 'M6.5 7h11M12 7v11M5.5 11.3c0 2.2 13 2.2 13 0s-13-2.2-13 0',
  BTC:
    'M8.5 6.5h5a2.6 2.6 0 0 1 0 5.2h-5zM8.5 11.7h5.6a2.9 2.9 0 0 1 0 5.8H8.5zM10.5 4.5v2M13 4.5v2' +
    'M10.5 17.5v2M13 17.5v2',
  ETH: 'M12 4 17.5 12 12 15.3 6.5 12zM6.5 14 12 20 17.5 14 12 17z',
};

export function CoinIcon({ coin, size = 32 }: { readonly coin: Coin; readonly size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 24 24" className={cx('coin-icon', `coin-${coin}`)}>
      <circle cx="12" cy="12" r="12" />
      <path d={SIGNS[coin]} />
    </svg>
  );
}

export interface CoinChoiceProps {
  readonly legend: string;
  readonly offered: readonly Coin[];
  readonly value: Coin | null;
  readonly onChange: (coin: Coin) => void;
  /** Second line of an available coin: '$0.27'. */
  readonly note: (coin: Coin) => string;
}

/** Radio buttons drawn as tiles; arrow keys move the choice. */
export function CoinChoice({ legend, offered, value, onChange, note }: CoinChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 @min-[620px]:grid-cols-4">
        {COIN_NAMES.map((coin) => {
          const open = offered.includes(coin);
          return (
            <label
              key={coin}
              className={cx(
                'relative flex min-h-16 min-w-0 items-center gap-3 rounded-md border p-3',
                'has-focus-visible:outline-2 has-focus-visible:outline-volt',
                coin === value ? 'border-volt bg-ink-4' : 'border-line-strong bg-ink-1',
                open ? 'cursor-pointer hover:border-fg-2' : 'border-dashed',
              )}
            >
              <input
                type="radio"
                name={name}
                value={coin}
                checked={coin === value}
                disabled={!open}
                onChange={() => onChange(coin)}
                className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
              />
              <span className={cx('shrink-0', !open && 'opacity-40 grayscale')}>
                <CoinIcon coin={coin} />
              </span>
              <span className="min-w-0">
                <span className="flex flex-wrap items-baseline gap-x-1.5 text-sm font-bold">
                  {coin}
                  <span className="text-xs font-normal text-fg-2">{COINS[coin].networkName}</span>
                </span>
                <span className="block text-xs text-fg-2 tabular-nums">{open ? note(coin) : texts.unavailable}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
