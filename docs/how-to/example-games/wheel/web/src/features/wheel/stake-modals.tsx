/** The staking windows: opening a wheel, and taking a seat in one with a similar stake. Each closes once the stake is placed. */
import type { ReactNode } from 'react';
import { createWheel, joinWheel, WHEEL_SEATS } from '@fairpot/contract/wheel/calls';
import type { WheelGame } from '@fairpot/contract/wheel/schemas';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { InventoryPicker } from '../../games-kit/inventory/inventory-picker.tsx';
import { usePicker, type Picker } from '../../games-kit/inventory/use-picker.ts';
import { Loaded, SAFE } from '../../games-kit/page-parts.tsx';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { closeModal } from '../../platform/page/modal.ts';
import { playCue } from '../../platform/page/sound.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { createRefusal, feeRule, joinRefusal, windowOf, windowText } from './money-text.ts';
import { useWheels } from './use-wheels.ts';

const loading = <Skeleton className="h-[560px]" />;

function staked(): void {
  playCue('bet');
  void refetchAll(siteInventory);
  closeModal();
}

export function CreateModal() {
  return (
    <Loaded answer={useWheels()} loading={loading} reassurance={SAFE.items}>
      {({ minbet, feeBps }) => <CreateForm minbetUsd={minbet} feeBps={feeBps} />}
    </Loaded>
  );
}

function CreateForm({ minbetUsd, feeBps }: { readonly minbetUsd: number; readonly feeBps: number }) {
  const picker = usePicker();
  const creating = useSend(createWheel, { onAccepted: staked });
  const minimum = centsFromUsd(minbetUsd);
  return (
    <StakeForm
      picker={picker}
      problem={createRefusal(minimum, picker.total)}
      button="Open the wheel"
      sending={creating}
      onStake={(inventoryIds) => void creating.run({ inventoryIds })}
    >
      Stake more than {formatUsd(minimum)} in total. {WHEEL_SEATS - 1} others stake between 90% and 110% of your total.{' '}
      {feeRule(feeBps)}
    </StakeForm>
  );
}

export function JoinModal({ gameId }: { readonly gameId: string }) {
  return (
    <Loaded answer={useWheels()} loading={loading} reassurance={SAFE.items}>
      {({ games }) => {
        const wheel = games.find(({ id }) => id === gameId);
        return wheel?.phase === 'WAITING' ? <JoinForm wheel={wheel} /> : <p>This wheel is full.</p>;
      }}
    </Loaded>
  );
}

function JoinForm({ wheel }: { readonly wheel: WheelGame }) {
  const picker = usePicker();
  const joining = useSend(joinWheel, { onAccepted: staked });
  return (
    <StakeForm
      picker={picker}
      window={windowOf(wheel)}
      problem={joinRefusal(wheel, picker.total)}
      button="Take the seat"
      sending={joining}
      onStake={(inventoryIds) => void joining.run({ inventoryIds, gameId: wheel.id })}
    >
      Stake {windowText(wheel)}: your chance is your share of the pot. {feeRule(wheel.feeBps)}
    </StakeForm>
  );
}

interface StakeFormProps {
  readonly picker: Picker;
  readonly window?: ReturnType<typeof windowOf>;
  readonly problem: string | null;
  readonly button: string;
  readonly sending: { readonly phase: string; readonly refusal: { readonly text: string } | null };
  readonly onStake: (inventoryIds: string[]) => void;
  readonly children: ReactNode;
}

function StakeForm({ picker, window, problem, button, sending, onStake, children }: StakeFormProps) {
  return (
    <div className="grid min-h-0 gap-4">
      <InventoryPicker
        picker={picker}
        window={window}
        problem={problem}
        action={
          <Button
            variant="primary"
            size="lg"
            busy={sending.phase === 'sent'}
            disabled={problem !== null || picker.selection.length === 0}
            onClick={() => onStake([...picker.selection])}
          >
            {button}
          </Button>
        }
      />
      {sending.refusal && <p className="text-sm font-semibold text-bad">{sending.refusal.text}</p>}
      <p className="text-xs text-fg-2">{children}</p>
    </div>
  );
}
