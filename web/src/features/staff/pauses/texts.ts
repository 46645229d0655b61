/** Texts of the pauses. */
import type { PauseSystem } from '@fairpot/contract/operations/pauses/calls';

const DEPOSITS = 'Players cannot start a deposit. Deposits in progress are still credited.';
const GAME = 'No new rounds or stakes. Locked rounds are drawn and paid; players can take back stakes that still wait.';

export const texts = {
  title: 'Pauses',
  lead: 'A pause applies on every server as soon as you confirm: no later stake is accepted. Open rounds finish.',
  list: 'Games and systems',
  empty: 'Nothing can be paused',
  system: 'System',
  paused: 'Paused',
  running: 'Running',
  actions: 'Actions',
  pause: 'Pause',
  resume: 'Resume',
  pauseOne: (label: string) => `Pause: ${label}`,
  resumeOne: (label: string) => `Resume: ${label}`,
  pauseTitle: (label: string) => `Pause ${label}`,
  resumeTitle: (label: string) => `Resume ${label}`,
  pauseConfirm: 'PAUSE',
  resumeConfirm: 'RESUME',
  resumeText: 'Players can start again as soon as you confirm.',
  effects: {
    chat: 'Players can read but not write: “Chat is closed for maintenance”. Staff can still write.',
    withdraw: 'Players cannot request a withdrawal. Withdrawals in progress continue.',
    deposit: DEPOSITS,
    cryptoDeposit: DEPOSITS,
    market: 'Players cannot buy. Completed purchases stay valid.',
  } as Partial<Record<PauseSystem, string>>,
  gameEffect: GAME,
} as const;
