/** A hint on hover and focus: Esc hides it, the pointer may enter it, and it is in the top layer so nothing clips it. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

export interface TooltipProps {
  readonly text: ReactNode;
  /** One element, wrapped in a span with the description. Must be focusable. */
  readonly children: ReactNode;
}

const GAP = 8;
/** Time for the pointer to cross from the trigger into the tooltip. */
const LEAVE_MS = 120;

/** Above the trigger if there is room, else below; kept inside the window horizontally. */
function place(tip: HTMLElement, trigger: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(Math.max(GAP, trigger.left + trigger.width / 2 - width / 2), innerWidth - width - GAP);
  const above = trigger.top - height - GAP;
  tip.style.left = `${left}px`;
  tip.style.top = `${above >= GAP ? above : trigger.bottom + GAP}px`;
}

export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const leaving = useRef(0);

  useEffect(() => {
    const node = tip.current;
    if (!open || !node || !trigger.current) return undefined;
    node.showPopover();
    place(node, trigger.current.getBoundingClientRect());
    const hide = (): void => setOpen(false);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };
    addEventListener('keydown', onKey);
    addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', hide, { capture: true });
      if (node.matches(':popover-open')) node.hidePopover();
    };
  }, [open]);

  const enter = (): void => {
    clearTimeout(leaving.current);
    setOpen(true);
  };
  const leave = (): void => {
    leaving.current = window.setTimeout(() => setOpen(false), LEAVE_MS);
  };
  return (
    <span onPointerEnter={enter} onPointerLeave={leave} className="inline-flex min-w-0">
      <span
        ref={trigger}
        aria-describedby={id}
        onFocus={enter}
        onBlur={() => setOpen(false)}
        className="inline-flex min-w-0"
      >
        {children}
      </span>
      <div ref={tip} id={id} role="tooltip" popover="manual" className="tooltip">
        {text}
      </div>
    </span>
  );
}
