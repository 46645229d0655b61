/** An instant as a person reads it, in their own time zone: '29 November, 14:05'. */
export function whenText(at: number): string {
  return new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
}

/** The day of an instant: '3 March 2019'. */
export function dayText(at: number): string {
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
}
