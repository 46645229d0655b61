/** /staff/breakers: tripped circuit breakers with the figures that tripped them, and those that were reset. Only ADMIN resets. */
import { BREAKER_EFFECTS, BREAKERS, listBreakerTrips, resetBreaker } from '@fairpot/contract/operations/breakers/calls';
import type { BreakerTrip } from '@fairpot/contract/operations/breakers/schemas';
import { hasPermission } from '@fairpot/contract/wire/permissions';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { useSession } from '../../../platform/page/session.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { openAct } from '../kit/act.ts';
import { PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { Figures } from '../kit/figures.tsx';
import { texts } from './texts.ts';

const WHEN: DeskColumn<BreakerTrip> = { head: texts.when, cell: ({ at }) => <TimeCell at={at} /> };
const WHAT: DeskColumn<BreakerTrip> = {
  head: texts.what,
  cell: ({ breaker, figures }) => (
    <div className="grid gap-1">
      <span className="font-semibold">{BREAKERS[breaker]}</span>
      <Figures figures={figures} />
    </div>
  ),
};
const STOPS: DeskColumn<BreakerTrip> = {
  head: texts.stops,
  cell: ({ breaker, subject, user }) => (
    <div className="grid gap-1">
      <span>{BREAKER_EFFECTS[breaker]}</span>
      {subject !== '' && <span className="font-semibold wrap-anywhere">{subject}</span>}
      {user !== null && <PersonCell user={user} />}
    </div>
  ),
};
const RESET: DeskColumn<BreakerTrip> = {
  head: texts.reset,
  cell: ({ reset }) =>
    reset === null ? null : (
      <div className="grid gap-1">
        <TimeCell at={reset.at} />
        {reset.by === null ? <span>{texts.itself}</span> : <PersonCell user={reset.by} />}
        <span className="wrap-anywhere">{reset.why}</span>
      </div>
    ),
};
const BUTTON: DeskColumn<BreakerTrip> = { head: texts.reset, cell: (trip) => <ResetButton trip={trip} /> };

function ResetButton({ trip }: { readonly trip: BreakerTrip }) {
  const name = [BREAKERS[trip.breaker], trip.user?.name ?? trip.subject].filter((part) => part !== '').join(', ');
  const reset = () =>
    openAct({
      title: texts.act(name),
      text: texts.actText,
      confirm: texts.confirm,
      command: resetBreaker,
      input: { tripId: trip.id },
      onDone: () => void refetchAll(listBreakerTrips),
    });
  return (
    <Button aria-label={texts.act(name)} onClick={reset}>
      {texts.reset}
    </Button>
  );
}

export function BreakersScreen() {
  const isAdmin = hasPermission(useSession().user.status, 'admin');
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <div className="grid gap-4">
        {(['true', 'false'] as const).map((open) => (
          <DeskTable
            key={open}
            label={open === 'true' ? texts.open : texts.past}
            query={listBreakerTrips}
            filter={{ open }}
            rows={({ trips }) => trips}
            columns={open === 'true' ? [WHEN, WHAT, STOPS, ...(isAdmin ? [BUTTON] : [])] : [WHEN, WHAT, STOPS, RESET]}
            empty={open === 'true' ? texts.nothing : texts.nothingPast}
          />
        ))}
      </div>
    </>
  );
}
