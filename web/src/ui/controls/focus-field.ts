/** Leads to what is missing: a button that needs a text focuses the field instead of being disabled. */
import type { SyntheticEvent } from 'react';

/** Focuses the first text field of the form that was submitted. */
export function focusField(event: SyntheticEvent<HTMLElement>): void {
  event.currentTarget.querySelector<HTMLElement>('input:not([type=radio]), textarea')?.focus();
}
