/** The derivation of one ticket: key, digest with the accepted word marked, word, remainder. Used by both pictures. */
import type { TicketDraw } from '@fairpot/fairness/base/uniform';
import type { Picture } from '../../fairness/explain.ts';
import { texts } from './texts.ts';

export interface DigestChainProps {
  readonly picture: Pick<Picture, 'key'>;
  readonly draw: TicketDraw;
}

export function DigestChain({ picture, draw }: DigestChainProps) {
  return (
    <ol className="grid gap-2 text-xs">
      <Chain name={texts.draw.key} value={picture.key} />
      <Chain name={texts.draw.digest(draw.label)} value={draw.digest} mark={wordAt(draw)} />
      <Chain name={draw.rejected === 0 ? texts.draw.firstWord : texts.draw.firstAccepted} value={draw.word} />
      <Chain name={texts.draw.mod(draw.n.toLocaleString('en-US'))} value={draw.value.toLocaleString('en-US')} big />
    </ol>
  );
}

/** Position of the accepted word (16 hex digits) in the digest. */
function wordAt({ rejected }: Pick<TicketDraw, 'rejected'>): number {
  return (rejected % 4) * 16;
}

function Chain({
  name,
  value,
  mark,
  big = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly mark?: number;
  readonly big?: boolean;
}) {
  return (
    <li className="grid gap-x-3 sm:grid-cols-[168px_minmax(0,1fr)] sm:items-baseline">
      <span className="text-fg-2">{name}</span>
      <code className={big ? 'text-xl font-black text-fg tabular-nums' : 'font-mono break-all text-fg-2'}>
        {mark === undefined ? (
          value
        ) : (
          <>
            {value.slice(0, mark)}
            <mark className="rounded-sm bg-volt px-0.5 text-volt-ink">{value.slice(mark, mark + 16)}</mark>
            {value.slice(mark + 16)}
          </>
        )}
      </code>
    </li>
  );
}
