/**
 * The form to create a game with items from either inventory: a side, and items worth more than the minimum bet. The windows
 * (create-modal.tsx, create-steam-modal.tsx) pass the picker and the command.
 */
import { useState } from 'react';
import type { Side } from '@fairpot/contract/coinflip/schemas';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { RepeatNote } from '../../../games-kit/inventory/repeat-note.tsx';
import { messages } from '../../../messages.ts';
import { DEFAULT_MINBET, usePaused, useSettings } from '../../../platform/page/settings.ts';
import { toastError } from '../../../platform/page/toasts.ts';
import { StakeForm, type StakeWindow } from '../../../trade-kit/bets/stake-form.tsx';
import { useStakeStop } from '../../../trade-kit/deposit-stop.ts';
import { cx } from '../../../ui/layout/cx.ts';
import { createRefusal, exampleText } from '../money-text.ts';
import { SIDE_LOOKS, SIDES } from '../side.ts';
import { FeeNote } from './fee-note.tsx';
import { CREATE_SOURCES } from './sources.ts';
import { texts } from '../texts.ts';

export interface CreateFormProps extends StakeWindow {
  /** Runs the command; called only when nothing blocks the stake. */
  readonly onCreate: (side: Side) => void;
  readonly button: (side: string) => string;
  /** The side that is chosen at the start; red by default. */
  readonly firstSide?: Side;
  /** Note on this way of staking. */
  readonly note?: string;
}

export function CreateForm({ onCreate, button, firstSide = 1, note, ...window }: CreateFormProps) {
  const { source, picker } = window;
  const settings = useSettings()?.coinflip;
  const minbet = settings ? centsFromUsd(settings.minbet) : DEFAULT_MINBET;
  const [side, setSide] = useState<Side>(firstSide);
  const stop = useStakeStop(source, picker.total);
  const paused = usePaused('coinflip');
  const problem = stop?.text ?? createRefusal(minbet, picker.total);
  const create = () => {
    if (problem !== null) toastError(problem);
    else onCreate(side);
  };
  return (
    <StakeForm
      {...window}
      sources={CREATE_SOURCES}
      head={
        <>
          <SideChoice value={side} onChange={setSide} />
          <RepeatNote picker={picker} />
        </>
      }
      stop={stop}
      problem={problem}
      button={button(SIDE_LOOKS[side].name.toLowerCase())}
      disabled={paused || picker.selection.length === 0 || stop !== null}
      onStake={create}
      status={paused ? messages.say.gamePaused : null}
    >
      <div className="grid gap-1.5">
        <p className="text-xs text-fg-2">{texts.stake.rule(formatUsd(minbet), exampleText(picker.total))}</p>
        {settings && <FeeNote bps={settings.feeBps} />}
        {note !== undefined && <p className="text-xs text-fg-2">{note}</p>}
      </div>
    </StakeForm>
  );
}

function SideChoice({ value, onChange }: { readonly value: Side; readonly onChange: (side: Side) => void }) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="visually-hidden">{texts.stake.side}</legend>
      {SIDES.map((side) => {
        const look = SIDE_LOOKS[side];
        return (
          <label
            key={side}
            className={cx(
              'flex min-h-14 cursor-pointer items-center gap-3 rounded-md border-2 bg-ink-3 px-4 ' +
                'transition-colors duration-(--time-hover)',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-volt',
              value === side ? look.border : 'border-line hover:border-line-strong',
            )}
          >
            <input
              type="radio"
              name="coinflip-side"
              className="visually-hidden"
              checked={value === side}
              onChange={() => onChange(side)}
            />
            <span
              className={cx(
                'grid size-8 shrink-0 place-items-center rounded-full text-base font-black text-ink-0',
                look.fill,
              )}
            >
              {side}
            </span>
            <span className="grid min-w-0">
              <span className="font-bold">{look.name}</span>
              <span className={cx('text-xs font-bold', value === side ? look.text : 'text-fg-3')}>
                {value === side ? texts.stake.side : texts.stake.opponent}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
