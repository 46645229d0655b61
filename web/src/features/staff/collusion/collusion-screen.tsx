/** /staff/collusion: signs that accounts work together, which no one has reviewed yet. */
import { COLLUSION_SIGNS, listCollusionSigns, reviewCollusionSign } from '@fairpot/contract/operations/collusion/calls';
import type { CollusionSign } from '@fairpot/contract/operations/collusion/schemas';
import { refetchAll } from '../../../platform/calls/query-client.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { PageHead } from '../../../ui/layout/page.tsx';
import { openAct } from '../kit/act.ts';
import { Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import { DeskTable, type DeskColumn } from '../kit/desk-table.tsx';
import { Figures } from '../kit/figures.tsx';
import { texts } from './texts.ts';

const COLUMNS: readonly DeskColumn<CollusionSign>[] = [
  { head: texts.seen, cell: ({ at }) => <TimeCell at={at} /> },
  { head: texts.account, cell: ({ user }) => <PersonCell user={user} /> },
  {
    head: texts.others,
    cell: ({ others }) =>
      others.length === 0 ? (
        <Nothing />
      ) : (
        <div className="grid gap-1">
          {others.map((user) => (
            <PersonCell key={user.id} user={user} />
          ))}
        </div>
      ),
  },
  {
    head: texts.sign,
    cell: ({ sign, figures }) => (
      <div className="grid gap-1">
        <span className="font-semibold">{COLLUSION_SIGNS[sign]}</span>
        <Figures figures={figures} />
      </div>
    ),
  },
  { head: texts.review, cell: (sign) => <ReviewButton sign={sign} /> },
];

function ReviewButton({ sign: { id, sign, user } }: { readonly sign: CollusionSign }) {
  const review = () =>
    openAct({
      title: texts.reviewTitle(user.name),
      text: texts.reviewText,
      confirm: texts.reviewConfirm,
      command: reviewCollusionSign,
      input: { signId: id },
      onDone: () => void refetchAll(listCollusionSigns),
    });
  return (
    <Button aria-label={texts.markOne(user.name, COLLUSION_SIGNS[sign])} onClick={review}>
      {texts.markReviewed}
    </Button>
  );
}

export function CollusionScreen() {
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      <DeskTable
        label={texts.list}
        query={listCollusionSigns}
        rows={({ signs }) => signs}
        columns={COLUMNS}
        empty={texts.empty}
      />
    </>
  );
}
