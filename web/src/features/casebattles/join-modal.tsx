/**
 * 'Join battle': choose a spot, see the price, JOIN. Opened from the list and from the page of the battle.
 * Invariant: JOIN is disabled until a free spot is chosen; a chosen spot that another player takes is deselected.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CasebattleDetails } from '@fairpot/contract/casebattle/schemas';
import { joinCasebattle } from '@fairpot/contract/casebattle/calls';
import { centsFromUsd } from '@fairpot/contract/wire/money';
import { SCRIPTED_MARK } from '@fairpot/contract/games/script';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { DemoItems } from '../../games-kit/demo-items.tsx';
import { Loaded, LoginButton, SAFE } from '../../games-kit/page-parts.tsx';
import { messages } from '../../messages.ts';
import { closeModal } from '../../platform/page/modal.ts';
import { useStop } from '../../platform/page/protection.ts';
import { useNoPlay, useWatchOnly } from '../../platform/page/scripted.ts';
import { refreshUser, useSession } from '../../platform/page/session.ts';
import { usePaused } from '../../platform/page/settings.ts';
import { playCue } from '../../platform/page/sound.ts';
import { toastSuccess, TOAST_MS } from '../../platform/page/toasts.ts';
import { useSend } from '../../platform/calls/use-call.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/layout/cx.ts';
import { Money } from '../../ui/values/money.tsx';
import { Skeleton } from '../../ui/states/states.tsx';
import { UserName } from '../../ui/people/user-name.tsx';
import { CaseStrip, seatTint } from './case-art.tsx';
import { cannotAfford, returnOfAll, returnText } from './figures.ts';
import { ownSeat, ruleText, seatsOf, seatText, typeText } from './seats.ts';
import type { BattleSeat } from './seats.ts';
import { useBattle } from './use-battles.ts';
import { texts } from './texts.ts';

export interface JoinModalProps {
  readonly gameId: string;
  readonly teamId?: string;
  readonly seat?: number;
}

export function JoinModal({ gameId, teamId, seat }: JoinModalProps) {
  return (
    <Loaded answer={useBattle(gameId)} loading={<Skeleton className="h-96" />} reassurance={SAFE.balance}>
      {(battle) => {
        const wanted = seatsOf(battle).find((each) => each.teamId === teamId && each.seat === (seat ?? each.seat));
        return <JoinForm battle={battle} wanted={wanted?.index ?? null} />;
      }}
    </Loaded>
  );
}

function JoinForm({ battle, wanted }: { readonly battle: CasebattleDetails; readonly wanted: number | null }) {
  const session = useSession();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(wanted);
  const seats = seatsOf(battle);
  const spot = seats.find(({ index, taken }) => index === chosen && taken === null) ?? null;
  const joining = useSend(joinCasebattle, {
    onAccepted: () => {
      playCue('bet');
      toastSuccess(messages.done.joined('casebattle'), { durationMs: TOAST_MS.short });
      void refreshUser();
      closeModal();
      void navigate(`/casebattles/${battle.id}`);
    },
  });
  const watchOnly = useWatchOnly(battle.scripted);
  const stop = useStop('stake', centsFromUsd(battle.priceUsd));
  const paused = usePaused('casebattle');
  const noPlay = useNoPlay() ?? (paused ? messages.say.gamePaused : (stop?.text ?? null));
  const closed = noPlay ?? closedText(battle, session.status === 'in' ? session.user.id : null, watchOnly);
  const poor = session.status === 'in' && cannotAfford(session.user.balanceUsd, centsFromUsd(battle.priceUsd));
  useSeatKeys((index) => seats[index]?.taken === null && setChosen(index));
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-ink-3 p-4">
        <CaseStrip cases={battle.cases} max={6} />
        <p className="text-right text-xs text-fg-2">
          {typeText(battle.type)}, {texts.battle.cases(battle.cases.length)}
          <br />
          {texts.join.expectedReturn(returnText({ returnBps: returnOfAll(battle.cases) ?? 0 }))}
        </p>
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-base font-extrabold">{texts.join.spots}</legend>
        <div className="grid grid-cols-2 gap-2">
          {seats.map((seat) => (
            <Spot
              key={seat.index}
              seat={seat}
              label={seatText(battle.type, seat)}
              chosen={spot?.index === seat.index}
              onChoose={() => setChosen(seat.index)}
            />
          ))}
        </div>
      </fieldset>
      <p className="text-sm text-fg-2">
        {ruleText(battle.mode)} {texts.join.rule}
      </p>
      {(joining.refusal ?? closed) !== null && (
        <p role="status" className="text-sm font-semibold text-bad">
          {joining.refusal?.text ?? closed}
        </p>
      )}
      {poor && closed === null && (
        <div className="flex flex-wrap items-start gap-3">
          <ButtonLink to="/deposit">{messages.nav.deposit}</ButtonLink>
          <DemoItems />
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        <p className="text-sm text-fg-2">
          {texts.join.price} <Money cents={centsFromUsd(battle.priceUsd)} className="ml-1 text-lg font-black text-fg" />
          {session.status === 'in' && (
            <span className={cx('block text-xs', poor && 'font-semibold text-bad')}>
              {poor ? `${messages.say.notEnoughBalance}: ` : `${texts.join.balance} `}
              <Money cents={centsFromUsd(session.user.balanceUsd)} />
              {poor || closed !== null || spot !== null ? null : <span className="block">{texts.join.choose}</span>}
            </span>
          )}
        </p>
        {session.status === 'in' ? (
          <Button
            variant="primary"
            size="lg"
            className="min-w-36"
            busy={joining.phase === 'sent'}
            disabled={spot === null || poor || closed !== null}
            onClick={() => spot && void joining.run({ teamId: spot.teamId, seat: spot.seat })}
          >
            {stop?.short ?? texts.join.button}
          </Button>
        ) : (
          <LoginButton variant="primary" size="lg" />
        )}
      </div>
    </div>
  );
}

/** Why the battle cannot be joined, by any player or by this one; null when a spot can be taken. */
function closedText(battle: CasebattleDetails, me: string | null, watchOnly: boolean): string | null {
  if (battle.status === 'CANCELLED' || battle.status === 'VOIDED') return texts.join.over;
  if (battle.status !== 'PENDING') return refusalText('BATTLE_STARTED');
  if (ownSeat(battle, me) !== null) return texts.join.already;
  return watchOnly ? texts.join.watchOnly(SCRIPTED_MARK) : null;
}

interface SpotProps {
  readonly seat: BattleSeat;
  readonly label: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function Spot({ seat, label, chosen, onChoose }: SpotProps) {
  const { taken } = seat;
  if (taken !== null)
    return (
      <div className="spot spot-taken" style={seatTint(seat.team)}>
        <Avatar src={taken.user.avatar} name={taken.user.name} size="sm" />
        <span className="min-w-0">
          <span className="block text-2xs text-fg-2">{label}</span>
          <UserName user={taken.user} showLevel={false} className="text-sm" />
        </span>
      </div>
    );
  return (
    <label className={cx('spot cursor-pointer', chosen && 'spot-chosen')} style={seatTint(seat.team)}>
      <input type="radio" name="battle-spot" className="visually-hidden" checked={chosen} onChange={onChoose} />
      <span aria-hidden className="seat-chip">
        {seat.index + 1}
      </span>
      <span className="min-w-0">
        <span className="block text-sm font-bold">{label}</span>
        <span className="block text-xs text-fg-2">{chosen ? texts.join.yours : texts.join.free}</span>
      </span>
    </label>
  );
}

/** Keys 1 to 6 choose a spot. */
function useSeatKeys(choose: (index: number) => void): void {
  const run = useEffectEvent(choose);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !/^[1-6]$/.test(event.key)) return;
      run(Number(event.key) - 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
