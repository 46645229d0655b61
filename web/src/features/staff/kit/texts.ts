/** Texts that several screens of the desk share: column heads, the window of an action, what a list says of itself. */
import { REASON_MIN_LENGTH } from '@fairpot/contract/wire/call';

export const kitTexts = {
  heads: {
    time: 'Time (UTC)',
    since: 'Since (UTC)',
    player: 'Player',
    staff: 'Staff',
    reason: 'Reason',
    status: 'Status',
    id: 'ID',
    value: 'Value',
    decision: 'Decision',
    network: 'Network',
    transaction: 'Transaction',
  },
  reason: 'Reason',
  reasonHint: 'Saved in the audit log with your name.',
  reasonShort: `Enter at least ${REASON_MIN_LENGTH} characters.`,
  newCode: 'New authenticator code',
  newCodeHint: 'This action needs a code from the last five minutes.',
  pressAgain: 'Press again when the server is back. The action will run only once.',
  cancel: 'CANCEL',
  none: 'none',
  showMore: 'Show more',
  moreFailed: 'The next rows could not be loaded.',
  outage: 'The site’s database is not responding. This page may be out of date; it reloads by itself.',
} as const;
