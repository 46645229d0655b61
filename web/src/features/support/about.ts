/** The topic of a ticket: its form in the address, and the page that shows it. Pure. */
import { TICKET_ABOUT } from '@fairpot/contract/support/calls';
import type { TicketAbout } from '@fairpot/contract/support/schemas';

const ID = /^[a-z]{3}_[0-9a-z]{26}$/;

/** `?about=trade:trd_...` of the page; null for anything else. */
export function aboutOf(search: URLSearchParams): TicketAbout | null {
  const [kind, id, more] = search.get('about')?.split(':') ?? [];
  const known = TICKET_ABOUT.find((each) => each === kind);
  return known !== undefined && id !== undefined && more === undefined && ID.test(id) ? { kind: known, id } : null;
}

/** The page that shows the topic. */
export function pageOfAbout({ kind, id }: TicketAbout): string {
  if (kind === 'round') return `/fairplay?round=${id}`;
  if (kind === 'trade') return `/deposit?trade=${id}`;
  return `${id.startsWith('cwd_') ? '/withdraw' : '/deposit'}?payment=${id}`;
}

/** 'round …k3f9': the kind and the last characters of the id. */
export function aboutLabel({ kind, id }: TicketAbout): string {
  return `${kind} …${id.slice(-6)}`;
}
