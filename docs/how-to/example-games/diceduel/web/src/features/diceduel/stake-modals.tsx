/**
 * The staking windows: opening a duel, and joining one with a similar stake. Each opens the duel's view once the stake is placed.
 */
import { useEffect } from 'react';
import type { DiceduelGame } from '@fairpot/contract/diceduel/schemas';
import { createDiceduel, joinDiceduel } from '@fairpot/contract/diceduel/calls';
import { siteInventory } from '@fairpot/contract/inventory/calls';
import { centsFromUsd, formatUsd } from '@fairpot/contract/wire/money';
import { InventoryPicker } from '../../games-kit/inventory/inventory-picker.tsx';
import { usePicker } from '../../games-kit/inventory/use-picker.ts';
import { Loaded, SAFE } from '../../games-kit/page-parts.tsx';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { closeModal, openModal } from '../../platform/page/modal.ts';
import { useMe } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { toastError } from '../../platform/page/toasts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { createRefusal, feeRule, joinRefusal, windowOf, windowText } from './money-text.ts';
import { HALF } from './observe.ts';
import { useDiceduel, useDiceduels } from './use-diceduels.ts';

function staked({ gameId }: { readonly gameId: string }): void {
  playCue('bet');
  void refetchAll(siteInventory);
  openModal('diceduel.view', { gameId });
}

export function CreateModal() {
  return (
    <Loaded answer={useDiceduels()} loading={<Skeleton className="h-[560px]" />} reassurance={SAFE.items}>
      {({ minbet, feeBps }) => <CreateForm minbetUsd={minbet} feeBps={feeBps} />}
    </Loaded>
  );
}

function CreateForm({ minbetUsd, feeBps }: { readonly minbetUsd: number; readonly feeBps: number }) {
  const picker = usePicker();
  const minimum = centsFromUsd(minbetUsd);
  const problem = createRefusal(minimum, picker.total);
  const creating = useSend(createDiceduel, { onAccepted: staked });
  const create = () => {
    if (problem !== null) toastError(problem);
    else void creating.run({ inventoryIds: [...picker.selection] });
  };
  return (
    <div className="grid min-h-0 gap-4">
      <InventoryPicker
        picker={picker}
        problem={problem}
        action={
          <Button
            variant="primary"
            size="lg"
            busy={creating.phase === 'sent'}
            disabled={picker.selection.length === 0}
            onClick={create}
          >
            Open the duel
          </Button>
        }
      />
      {creating.refusal && <p className="text-sm font-semibold text-bad">{creating.refusal.text}</p>}
      <p className="text-xs text-fg-2">
        {`Stake more than ${formatUsd(minimum)} in total. ` +
          `Your opponent stakes between 98% and 102% of your total. Both chances are ${HALF}%. ${feeRule(feeBps)}`}
      </p>
    </div>
  );
}

export function JoinModal({ gameId }: { readonly gameId: string }) {
  return (
    <Loaded answer={useDiceduel(gameId)} loading={<Skeleton className="h-[560px]" />} reassurance={SAFE.items}>
      {(duel) => <JoinForm duel={duel} />}
    </Loaded>
  );
}

function JoinForm({ duel }: { readonly duel: DiceduelGame }) {
  const picker = usePicker();
  const me = useMe();
  const problem = joinRefusal(duel, picker.total);
  const joining = useSend(joinDiceduel, { onAccepted: staked });
  const taken = duel.phase !== 'WAITING' && duel.secondUser?.id !== me;
  useEffect(() => {
    if (!taken) return;
    toastError(duel.phase === 'CANCELLED' ? 'This duel was cancelled' : 'This duel has started');
    closeModal();
  }, [taken, duel.phase]);
  const join = () => {
    if (problem !== null) toastError(problem);
    else void joining.run({ inventoryIds: [...picker.selection], gameId: duel.id });
  };
  return (
    <div className="grid min-h-0 gap-4">
      <p className="text-sm text-fg-2">
        Against <strong className="text-fg">{duel.firstUser.name}</strong>: stake{' '}
        <strong className="text-fg">{windowText(duel)}</strong>.
      </p>
      <InventoryPicker
        picker={picker}
        window={windowOf(duel)}
        chance={HALF}
        problem={problem}
        action={
          <Button
            variant="primary"
            size="lg"
            busy={joining.phase === 'sent'}
            disabled={picker.selection.length === 0}
            onClick={join}
          >
            Join the duel
          </Button>
        }
      />
      {joining.refusal && <p className="text-sm font-semibold text-bad">{joining.refusal.text}</p>}
      <p className="text-xs text-fg-2">{feeRule(duel.feeBps)}</p>
    </div>
  );
}
