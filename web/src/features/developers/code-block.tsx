/** Code with a button that copies it. */
import { Copy } from 'lucide-react';
import { copyText } from '../../ui/controls/copy-text.tsx';

interface CodeBlockProps {
  readonly code: string;
  /** Name of the button; without it there is none. */
  readonly copy?: string;
  readonly label: string;
}

export function CodeBlock({ code, copy, label }: CodeBlockProps) {
  return (
    <div className="relative min-w-0">
      <pre
        tabIndex={0}
        aria-label={label}
        className={
          'max-h-120 overflow-auto rounded-md border border-line bg-ink-0 p-3 font-mono text-xs leading-5 text-fg-2'
        }
      >
        {code}
      </pre>
      {copy !== undefined && (
        <button
          type="button"
          aria-label={copy}
          onClick={() => void copyText(code)}
          className={
            'absolute top-1 right-1 grid size-(--control) place-items-center rounded-md bg-ink-0 text-fg-2 ' +
            'hover:text-fg'
          }
        >
          <Copy aria-hidden size={16} />
        </button>
      )}
    </div>
  );
}
