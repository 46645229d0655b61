/** Texts of the staff's second factor. */
export const texts = {
  title: 'Staff sign-in',
  ownTitle: 'My sign-in',
  enterCode: 'Enter the six-digit code from your authenticator, or a recovery code.',
  why: 'Staff access needs a second factor: an authenticator app on your phone that shows a new code every 30 seconds.',
  setUp: 'SET UP AUTHENTICATOR',
  qr: 'QR code for your authenticator',
  scan: '1. Scan this code with your authenticator app, or enter the secret.',
  secret: 'Secret',
  recovery:
    '2. Write down these recovery codes and keep them away from your phone. Each one signs you in once without it. ' +
    'They are not shown again.',
  recoveryCodes: 'Recovery codes',
  confirm: '3. Enter the code that the app shows now.',
  code: 'Code',
  continue: 'CONTINUE',
  ready: (left: number) =>
    `Your authenticator is set up. ${left} recovery codes are left. If you lose your phone or run out of recovery ` +
    'codes, ask an admin to reset your authenticator, then set up a new one.',
  wrongCode: (triesLeft: number) =>
    `This code is wrong or was already used. ${triesLeft === 1 ? '1 try is' : `${triesLeft} tries are`} left.`,
} as const;
