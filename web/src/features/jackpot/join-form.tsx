/**
 * The form to join the pot with items from either inventory: the resulting chance, the minimum bet, and the fee before the
 * stake. The windows (join-modal.tsx, join-steam-modal.tsx) pass the picker and the command.
 *
 * If the round locks while a player selects items, the selection stays and goes into the next round.
 */
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { getJackpot } from '@fairpot/contract/jackpot/calls';
import type { JackpotState } from '@fairpot/contract/jackpot/schemas';
import { cents, centsFromUsd, formatUsd, type Cents } from '@fairpot/contract/wire/money';
import { RepeatNote } from '../../games-kit/inventory/repeat-note.tsx';
import { Loaded, SAFE } from '../../games-kit/page-parts.tsx';
import { messages } from '../../messages.ts';
import type { ApiRefusal } from '../../platform/calls/api.ts';
import { refetchAll } from '../../platform/calls/query-client.ts';
import { closeModal, openModal } from '../../platform/page/modal.ts';
import { useWatchReason } from '../../platform/page/scripted.ts';
import { useSession } from '../../platform/page/session.ts';
import { toastError, toastSuccess } from '../../platform/page/toasts.ts';
import type { StakeSources } from '../../trade-kit/bets/make-deposit.tsx';
import { StakeForm, type StakeWindow } from '../../trade-kit/bets/stake-form.tsx';
import { useStakeStop } from '../../trade-kit/deposit-stop.ts';
import { Skeleton } from '../../ui/states/states.tsx';
import { Money } from '../../ui/values/money.tsx';
import './ring/ring.css';
import { feeRule, joinRefusal, potOf, previewOf, sharesOf } from './shares.ts';
import { useJackpot } from './use-jackpot.ts';
import { texts } from './texts.ts';

const NONE = cents(0);

/** The window to open for each source. */
export const JOIN_SOURCES: StakeSources = {
  onSite: () => openModal('jackpot.join', {}),
  onSteam: () => openModal('jackpot.joinSteam', {}),
};

/** The pot, once loaded. */
export function WithPot({ children }: { readonly children: (state: JackpotState) => ReactNode }) {
  return (
    <Loaded answer={useJackpot()} loading={<Skeleton className="h-[560px]" />} reassurance={SAFE.items}>
      {children}
    </Loaded>
  );
}

/** After the entry. */
export function closeJoined(): void {
  toastSuccess(messages.done.joined('jackpot'));
  closeModal();
}

/** For `onRefused`: a pot that takes no more entries is out of date here. */
export function refetchIfOver({ code }: ApiRefusal): void {
  if (code === 'JACKPOT_FINISHING' || code === 'NO_GAME') void refetchAll(getJackpot);
}

export interface JackpotJoinFormProps extends StakeWindow {
  readonly state: JackpotState;
  /** Runs the command; called only when nothing blocks the stake. */
  readonly onJoin: () => void;
  readonly button: string;
  /** Note on this way of staking, shown after the fee. */
  readonly note?: string;
}

export function JoinForm({ state, onJoin, button, note, ...window }: JackpotJoinFormProps) {
  const { source, picker } = window;
  const { game, feeBps, paused } = state;
  const { user } = useSession();
  const minbet = centsFromUsd(state.minbet);
  const stop = useStakeStop(source, picker.total);
  const tooLittle = stop?.text ?? joinRefusal(minbet, picker.total);
  const watchReason = useWatchReason(game?.scripted === true && game.phase !== 'SETTLED');
  const closed = closedText(state) ?? watchReason;
  const join = () => {
    if (closed !== null) toastError(closed);
    else if (tooLittle !== null) toastError(tooLittle);
    else onJoin();
  };
  const own = game ? (sharesOf(game.entries).find((share) => share.user.id === user.id)?.cents ?? NONE) : NONE;
  const preview = previewOf(own, game ? potOf(game) : NONE, picker.total);
  return (
    <StakeForm
      {...window}
      sources={JOIN_SOURCES}
      head={
        <>
          <Preview state={state} own={own} added={picker.total} count={picker.selection.length} />
          <RepeatNote picker={picker} />
        </>
      }
      chance={preview.then}
      stop={stop}
      problem={closed ?? tooLittle}
      button={button}
      disabled={tooLittle !== null || paused}
      onStake={join}
      status={picker.selection.length === 0 ? closed : null}
    >
      <p className="flex gap-2 text-xs text-fg-2">
        <Info aria-hidden size={15} className="mt-px shrink-0" />
        <span>
          {texts.join.rule(formatUsd(minbet))} {feeRule(feeBps)} {note}
        </span>
      </p>
    </StakeForm>
  );
}

/** Why nothing can be staked now; null when the pot is open. */
function closedText({ game, paused }: JackpotState): string | null {
  if (paused) return messages.say.gamePaused;
  return game === null || game.finishedAt !== null || game.phase === 'SETTLED' ? messages.say.jackpotFinishing : null;
}

interface PreviewProps {
  readonly state: JackpotState;
  readonly own: Cents;
  readonly added: Cents;
  readonly count: number;
}

/** The player's share of the pot now and with the selected items, as text and as one bar. */
function Preview({ state: { game }, own, added, count }: PreviewProps) {
  const pot = game ? potOf(game) : NONE;
  const { now, then, nowPart, thenPart } = previewOf(own, pot, added);
  return (
    <div className="grid gap-2.5 rounded-md border border-line bg-ink-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="text-sm text-fg-2">
          {texts.join.pot} <Money cents={pot} className="ml-1 text-lg font-black text-fg" />
        </p>
        <p className="text-sm text-fg-2">
          {then === null ? (
            now === null ? (
              texts.join.select
            ) : (
              <>
                {texts.join.chanceNow} <strong className="ml-1 text-lg font-black text-fg tabular-nums">{now}%</strong>
              </>
            )
          ) : (
            <>
              {texts.join.chanceWith(count)}{' '}
              <strong className="ml-1 text-lg font-black text-volt tabular-nums">{then}%</strong>
              {now !== null && <span className="ml-2 tabular-nums">{texts.join.now(now)}</span>}
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
