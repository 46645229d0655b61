/**
 * The form of a stake with items from either inventory: the choice of inventory and the game's own part above the picker, and the reason when
 * nothing can be staked below it. A game's windows pass the picker and the command to its form, which passes them on with its rules.
 */
import type { ReactNode } from 'react';
import { InventoryPicker, type InventoryPickerProps } from '../../games-kit/inventory/inventory-picker.tsx';
import type { ApiRefusal } from '../../platform/calls/api.ts';
import type { StakeBlock } from '../../platform/page/protection.ts';
import { Button } from '../../ui/controls/button.tsx';
import { LimitQuestion } from '../limit-question.tsx';
import type { StakeSources } from './make-deposit.tsx';
import { messages } from '../../messages.ts';
import { Choice } from '../../ui/controls/choice.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { texts } from '../texts.ts';
import { useSteamBets } from './use-sources.ts';

/** What a window passes to the form of its game. */
export interface StakeWindow extends Pick<InventoryPickerProps, 'picker' | 'words'> {
  readonly source: 'site' | 'steam';
  readonly sent: boolean;
  readonly refusal: ApiRefusal | null;
  /** The field of the trade link, while the player has none. */
  readonly tradeLink?: ReactNode;
}

export interface StakeFormProps extends StakeWindow, Pick<InventoryPickerProps, 'window' | 'chance'> {
  readonly sources: StakeSources;
  /** The game's own part, beside the choice of inventory. */
  readonly head: ReactNode;
  readonly stop: StakeBlock | null;
  /** Why the selected items cannot be staked. */
  readonly problem: string | null;
  readonly button: string;
  readonly disabled: boolean;
  readonly onStake: () => void;
  /** Announced: why the game takes no stakes. */
  readonly status: string | null;
  /** Rules and fee. */
  readonly children: ReactNode;
}

export function StakeForm(props: StakeFormProps) {
  const {
    source,
    sent,
    refusal,
    tradeLink,
    sources,
    head,
    stop,
    button,
    disabled,
    onStake,
    status,
    children,
    ...picker
  } = props;
  return (
    <div className="grid min-h-0 gap-4">
      <SourceChoice source={source} {...sources}>
        {head}
      </SourceChoice>
      {source === 'steam' && <LimitQuestion />}
      {tradeLink}
      <InventoryPicker
        {...picker}
        stopped={stop?.text ?? null}
        action={
          <Button variant="primary" size="lg" busy={sent} disabled={disabled} onClick={onStake}>
            {stop?.short ?? button}
          </Button>
        }
      />
      <p role="status" className="text-sm font-semibold text-warn empty:hidden">
        {status}
      </p>
      {refusal && <p className="text-sm font-semibold text-bad">{refusal.text}</p>}
      {children}
    </div>
  );
}

const SOURCES = [
  { value: 'site', label: messages.picker.site },
  { value: 'steam', label: messages.picker.steam },
] as const;

interface SourceChoiceProps extends StakeSources {
  /** The inventory of this window. */
  readonly source: 'site' | 'steam';
  readonly children: ReactNode;
}

const BESIDE = '[@media(min-width:900px)_and_(max-height:840px)]:grid-cols-2 items-end';

/**
 * The top of a stake window: the choice of inventory, if there are two, and the game's own part. In a wide and low
 * window they are side by side, which leaves room for one more row of items.
 */
function SourceChoice({ source, onSite, onSteam, children }: SourceChoiceProps) {
  if (!useSteamBets()) return children;
  const change = (next: 'site' | 'steam') => (next === 'site' ? onSite() : onSteam());
  return (
    <div className={cx('grid gap-4', BESIDE)}>
      <Choice legend={texts.source.legend} options={SOURCES} value={source} onChange={change} />
      {children}
    </div>
  );
}
