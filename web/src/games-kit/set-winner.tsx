/**
 * The staff popover on a player in a round: 'Set as winner' (spec 6, rulings 1.3). Rendered only for admins of a demo. In a
 * round with an ordinary player, and in a locked round, the action is disabled and says why.
 *
 * Used by the games' pictures of a player. Invariant: it offers nothing that the server would refuse for that round.
 */
import { Crown } from 'lucide-react';
import { useId, useRef } from 'react';
import type { CommandEndpoint } from '@fairpot/contract/wire/call';
import type { InputOf } from '@fairpot/contract/registry/call-types';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import type { PublicUser } from '@fairpot/contract/user/schemas';
import { messages } from '../messages.ts';
import { isHouseOnly, useMayScript } from '../platform/page/scripted.ts';
import { toastSuccess } from '../platform/page/toasts.ts';
import { useSend } from '../platform/calls/use-call.ts';
import { Button } from '../ui/controls/button.tsx';
import { texts } from './texts.ts';

export interface SetWinnerProps<C extends CommandEndpoint> {
  /** The setWinner call of the round's game, and its input. */
  readonly call: C;
  readonly input: InputOf<C>;
  readonly user: PublicUser;
  /** Everyone in the round. */
  readonly players: readonly Pick<PublicUser, 'badge'>[];
  /** True while the round takes entries. */
  readonly open: boolean;
  readonly label: 'Set as winner' | 'Set as winner side';
}

const GAP = 6;

export function SetWinner<C extends CommandEndpoint>(props: SetWinnerProps<C>) {
  return useMayScript() ? <Popover {...props} /> : null;
}

function Popover<C extends CommandEndpoint>({ call, input, user, players, open, label }: SetWinnerProps<C>) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const sending = useSend(call, {
    onAccepted: () => {
      toastSuccess(messages.done.userWillWin(user.name));
      panel.current?.hidePopover();
    },
  });
  const off = blockedText(open, players);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-label={texts.setWinner.actions(user.name)}
        className="grid size-7 shrink-0 place-items-center rounded-md text-warn hover:bg-ink-4"
      >
        <Crown aria-hidden size={15} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={() => place(panel.current, trigger.current)}
        aria-label={texts.setWinner.actions(user.name)}
        className="tooltip w-64 text-left"
      >
        <div className="grid gap-2 py-1">
          <p className="font-bold">{user.name}</p>
          <Button disabled={off !== null} busy={sending.phase === 'sent'} onClick={() => void sending.run(input)}>
            {label}
          </Button>
          <p className="text-xs text-fg-2">{off ?? texts.setWinner.effect(SCRIPTED_MARK)}</p>
          {sending.refusal && <p className="text-xs font-semibold text-bad">{sending.refusal.text}</p>}
        </div>
      </div>
    </>
  );
}

/** Why the winner cannot be set; null when an admin can set it. */
function blockedText(open: boolean, players: readonly Pick<PublicUser, 'badge'>[]): string | null {
  if (!isHouseOnly(players)) return texts.setWinner.hasPlayer;
  return open ? null : texts.setWinner.locked;
}

/** Places the panel below the trigger if there is room, else above, and within the window's width. */
function place(panel: HTMLElement | null, trigger: HTMLElement | null): void {
  if (!panel?.matches(':popover-open') || !trigger) return;
  const at = trigger.getBoundingClientRect();
  const { width, height } = panel.getBoundingClientRect();
  const below = at.bottom + GAP;
  panel.style.left = `${Math.min(Math.max(GAP, at.left), innerWidth - width - GAP)}px`;
  panel.style.top = `${below + height + GAP <= innerHeight ? below : Math.max(GAP, at.top - height - GAP)}px`;
}
