/**
 * Joining the pot with site items: what they would make of the own chance, the minimum bet, the fee before the stake.
 *
 * A lock that comes while somebody picks keeps the selection: the next round takes it.
 */
import { Info } from 'lucide-react';
import { siteInventory } from '@fairpot/contract/inventory';
import type { JackpotState } from '@fairpot/contract/jackpot';
import { getJackpot, joinJackpot } from '@fairpot/contract/jackpot';
import { cents, centsFromUsd, formatUsd, type Cents } from '@fairpot/contract/money';
import { Loaded, SAFE } from '../../games-kit/page-parts.tsx';
import { messages } from '../../messages.ts';
import { closeModal } from '../../platform/page/modal.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { useSession } from '../../platform/page/session.ts';
import { playCue } from '../../platform/page/sound.ts';
import { useWatchReason } from '../../platform/page/scripted.ts';
import { toastError, toastSuccess } from '../../platform/page/toasts.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { InventoryPicker } from '../../games-kit/inventory/inventory-picker.tsx';
import { usePicker } from '../../games-kit/inventory/use-picker.ts';
import './modals.ts';
import './ring/ring.css';
import { feeRule, joinRefusal, potOf, previewOf, sharesOf } from './shares.ts';
import { useJackpot } from './use-jackpot.ts';

const NONE = cents(0);

export function JoinModal() {
  const { user } = useSession();
  return (
    <Loaded answer={useJackpot()} loading={<Skeleton className="h-[560px]" />} reassurance={SAFE.items}>
      {(state) => <JoinForm state={state} me={user.id} />}
    </Loaded>
  );
}

function JoinForm({ state, me }: { readonly state: JackpotState; readonly me: string }) {
  const { game, feeBps, paused } = state;
  const minbet = centsFromUsd(state.minbet);
  const picker = usePicker();
  const joining = useSend(joinJackpot, {
    onAccepted: () => {
      playCue('bet');
      toastSuccess(messages.done.joined('jackpot'));
      void refetchAll(siteInventory);
      closeModal();
    },
    onRefused: ({ code }) => {
      if (code === 'ITEM_NOT_AVAILABLE') void refetchAll(siteInventory);
      if (code === 'JACKPOT_FINISHING' || code === 'NO_GAME') void refetchAll(getJackpot);
    },
  });
  const tooLittle = joinRefusal(minbet, picker.total);
  const watchReason = useWatchReason(game?.scripted === true && game.phase !== 'SETTLED');
  const closed = closedText(state) ?? watchReason;
  const join = () => {
    if (closed !== null) toastError(closed);
    else if (tooLittle !== null) toastError(tooLittle);
    else void joining.run({ inventoryIds: [...picker.selection] });
  };
  const own = game ? (sharesOf(game.entries).find(({ user }) => user.id === me)?.cents ?? NONE) : NONE;
  const preview = previewOf(own, game ? potOf(game) : NONE, picker.total);
  return (
    <div className="grid min-h-0 gap-4">
      <Preview state={state} own={own} added={picker.total} count={picker.selection.length} />
      <InventoryPicker
        picker={picker}
        chance={preview.then}
        problem={closed ?? tooLittle}
        action={
          <Button
            variant="primary"
            size="lg"
            busy={joining.phase === 'sent'}
            disabled={tooLittle !== null || paused}
            onClick={join}
          >
            Join the pot
          </Button>
        }
      />
      {closed !== null && picker.selection.length === 0 && (
        <p role="status" className="text-sm font-semibold text-warn">
          {closed}
        </p>
      )}
      {joining.refusal && <p className="text-sm font-semibold text-bad">{joining.refusal.text}</p>}
      <p className="flex gap-2 text-xs text-fg-2">
        <Info aria-hidden size={15} className="mt-px shrink-0" />
        <span>
          Your items must be worth more than {formatUsd(minbet)} together. {feeRule(feeBps)}
        </span>
      </p>
    </div>
  );
}

/** Why nothing can be staked at this moment; null when the pot is open. */
function closedText({ game, paused }: JackpotState): string | null {
  if (paused) return 'The game is paused';
  return game === null || game.finishedAt !== null || game.phase === 'SETTLED' ? messages.say.jackpotFinishing : null;
}

interface PreviewProps {
  readonly state: JackpotState;
  readonly own: Cents;
  readonly added: Cents;
  readonly count: number;
}

/** The own share of the pot as it is and as it would be, in words and as one bar. */
function Preview({ state: { game }, own, added, count }: PreviewProps) {
  const pot = game ? potOf(game) : NONE;
  const { now, then, nowPart, thenPart } = previewOf(own, pot, added);
  return (
    <div className="grid gap-2.5 rounded-md border border-line bg-ink-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-sm text-fg-2">
          Pot <Money cents={pot} className="ml-1 text-lg font-black text-fg" />
        </p>
        <p className="text-sm text-fg-2">
          {then === null ? (
            now === null ? (
              'Choose items to see your chance'
            ) : (
              <>
                Your chance now <strong className="ml-1 text-lg font-black text-fg tabular-nums">{now}%</strong>
              </>
            )
          ) : (
            <>
              Your chance if you add {count === 1 ? 'this item' : `these ${count} items`}{' '}
              <strong className="ml-1 text-lg font-black text-volt tabular-nums">{then}%</strong>
              {now !== null && <span className="ml-2 tabular-nums">now {now}%</span>}
            </>
          )}
        </p>
      </div>
      <div className="share-bar relative h-2.5!" aria-hidden>
        <span className="absolute inset-0 bg-volt" style={{ transform: `scaleX(${added > 0 ? thenPart : 0})` }} />
        <span
          className="absolute inset-0 bg-fg"
          style={{ transform: `scaleX(${Math.min(nowPart, thenPart || nowPart)})` }}
        />
      </div>
    </div>
  );
}
