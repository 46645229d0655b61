/** Columns of the lists of risk flags, and the action that marks one as reviewed. */
import { reviewRiskFlag, RISK_SIGNALS } from '@fairpot/contract/operations/risk/calls';
import type { RiskFlag } from '@fairpot/contract/operations/risk/schemas';
import { Button } from '../../../ui/controls/button.tsx';
import { openAct } from '../kit/act.ts';
import { Nothing, PersonCell, TimeCell } from '../kit/cells.tsx';
import type { DeskColumn } from '../kit/desk-table.tsx';
import { Figures } from '../kit/figures.tsx';
import { kitTexts } from '../kit/texts.ts';
import { texts } from './texts.ts';

export const SIGNAL_COLUMN: DeskColumn<RiskFlag> = {
  head: texts.signal,
  cell: ({ signal, figures }) => (
    <div className="grid gap-1">
      <span className="font-semibold">{RISK_SIGNALS[signal]}</span>
      <Figures figures={figures} />
    </div>
  ),
};
export const SEEN_COLUMN: DeskColumn<RiskFlag> = { head: texts.seen, cell: ({ at }) => <TimeCell at={at} /> };
export const PLAYER_COLUMN: DeskColumn<RiskFlag> = {
  head: kitTexts.heads.player,
  cell: ({ user }) => <PersonCell user={user} />,
};

/** The review, or the button that records one. */
export const reviewColumn = (onDone: () => void): DeskColumn<RiskFlag> => ({
  head: texts.review,
  cell: (flag) =>
    flag.looked === null ? <ReviewButton flag={flag} onDone={onDone} /> : <ReviewResult looked={flag.looked} />,
});

function ReviewButton({ flag, onDone }: { readonly flag: RiskFlag; readonly onDone: () => void }) {
  const review = () =>
    openAct({
      title: texts.reviewTitle(flag.user.name),
      text: texts.reviewText,
      confirm: texts.reviewConfirm,
      command: reviewRiskFlag,
      input: { flagId: flag.id },
      onDone,
    });
  return (
    <Button aria-label={texts.markOne(flag.user.name, RISK_SIGNALS[flag.signal])} onClick={review}>
      {texts.markReviewed}
    </Button>
  );
}

function ReviewResult({ looked: { at, by, why } }: { readonly looked: RiskFlag['looked'] & object }) {
  return (
    <div className="grid gap-1">
      <TimeCell at={at} />
      <PersonCell user={by} />
      {why === '' ? <Nothing /> : <span className="wrap-anywhere">{why}</span>}
    </div>
  );
}
