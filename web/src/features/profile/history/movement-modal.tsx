/** One movement of money without a page: its kind, its changes, and the ID by which support finds it. */
import { centsFromUsd } from '@fairpot/contract/wire/money';
import type { Movement } from '@fairpot/contract/profile/schemas';
import { closeModal, type ModalViews } from '../../../platform/page/modal.ts';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { CopyText } from '../../../ui/controls/copy-text.tsx';
import { Money } from '../../../ui/values/money.tsx';
import { KIND_LABELS, movementText } from './history-model.ts';
import { texts as historyTexts } from './texts.ts';

const texts = historyTexts.window;
import { namedWith } from '../../../ui/values/named.tsx';
import { formatExactTime } from '../../../platform/page/time.ts';

export function MovementModal({ movement }: ModalViews['profile.movement']) {
  const { at, kind, code, balance, held, link } = movement;
  const when = new Date(at);
  return (
    <div className="grid gap-4">
      <h3 className="text-lg font-extrabold">{movementText(code)}</h3>
      <dl className="grid gap-2 rounded-md border border-line bg-ink-3 p-4 text-sm">
        <Line name={texts.date}>
          <time dateTime={when.toISOString()}>{formatExactTime(at)}</time>
        </Line>
        <Line name={texts.kind}>{KIND_LABELS[kind]}</Line>
        {balance !== null && <Half name={historyTexts.balance} half={balance} />}
        {held !== null && <Half name={historyTexts.held} half={held} />}
        <Line name={texts.id}>
          <CopyText text={link.id} label={texts.id} />
        </Line>
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={closeModal}>{texts.close}</Button>
        <ButtonLink variant="quiet" to="/support" onClick={closeModal}>
          {texts.support}
        </ButtonLink>
      </div>
    </div>
  );
}

function Half({ name, half }: { readonly name: string; readonly half: NonNullable<Movement['balance']> }) {
  return (
    <>
      <Line name={name}>
        <Money cents={centsFromUsd(half.changeUsd)} signed />
      </Line>
      <Line name={texts.after(name)}>
        <Money cents={centsFromUsd(half.afterUsd)} />
      </Line>
    </>
  );
}

const Line = namedWith(
  'flex flex-wrap items-baseline justify-between gap-x-4',
  'text-fg-2',
  'min-w-0 text-right font-semibold tabular-nums wrap-anywhere',
);
