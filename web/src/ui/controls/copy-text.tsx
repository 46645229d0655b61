/** A text with a copy button that confirms the copy or shows why it failed. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { messages } from '../../messages.ts';
import { announce } from '../../platform/page/announcer.ts';
import { toastError, toastSuccess } from '../../platform/page/toasts.ts';
import { cx } from '../layout/cx.ts';

/** Copies and shows a toast. Resolves to whether it worked; a failure shows the browser's own text (spec 8). */
export async function copyText(text: string, done: string = messages.done.textCopied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    toastError(error instanceof Error ? error.message : String(error), { title: messages.toast.errorTitle });
    return false;
  }
  toastSuccess(done);
  return true;
}

export interface CopyTextProps {
  readonly text: string;
  /** Name of the text for screen readers: 'Hash'. */
  readonly label: string;
  /** Success text; default 'Text was copied'. */
  readonly done?: string;
  /** Shown instead of the full text, e.g. shortened; the full text is copied. */
  readonly shown?: string;
  readonly className?: string;
}

export function CopyText({ text, label, done, shown, className }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);
  const press = async (): Promise<void> => {
    if (!(await copyText(text, done))) return;
    setCopied(true);
    announce(messages.parts.copied(label));
  };
  return (
    <span className={cx('flex min-w-0 items-center gap-1 rounded-md border border-line bg-ink-0 pl-3', className)}>
      <code className="min-w-0 flex-1 truncate font-mono text-xs text-fg-2" title={text}>
        {shown ?? text}
      </code>
      <button
        type="button"
        aria-label={messages.parts.copy(label)}
        onClick={() => void press()}
        className="grid size-(--control) shrink-0 place-items-center rounded-md text-fg-2 hover:text-fg"
      >
        {copied ? <Check aria-hidden size={16} className="text-ok" /> : <Copy aria-hidden size={16} />}
      </button>
    </span>
  );
}
