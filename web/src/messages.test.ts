/** The texts that the spec quotes, verbatim. */
import { expect, test } from 'vitest';
import { refusalText } from '@fairpot/contract/wire/refusals';
import { texts as chatTexts } from './features/chat/texts.ts';
import { cryptoTexts } from './features/cashier/crypto/texts.ts';
import { messages } from './messages.ts';

const { say, done, picker, toast } = messages;

test.each([
  [say.messageTooSmall, 'Message to small'],
  [say.itemsLimit(15), refusalText('ITEMS_LIMIT')],
  [say.itemsLimit(15), 'You cant add more than 15 items to your bet'],
  [say.minBet('10.00'), 'Min bet is 10.00$'],
  [say.minMaxBet('9.00', '11.00'), 'Min bet is 9.00$, max bet is 11.00$'],
  [say.jackpotFinishing, 'Jackpot is in finish state, try later'],
  [refusalText('COINFLIP_STARTED'), 'Coinflip is already started'],
  [say.started('coinflip'), 'This coinflip is started'],
  [say.needTradelink, 'Need put tradelink!'],
  [say.minSum, 'Min sum is 10$'],
  [say.tryDifferentNumber, 'Something went wrong, please try different number'],
  [say.somethingWrong, 'Something went wrong'],
  [say.notEnoughBalance, 'Not enough balance'],
  [say.minDeposit(5), 'Min deposit: $5'],
  [say.needLevel10, 'Users need to be at least Level 10 to get the winnings'],
  [done.userWillWin('kit'), 'User: kit will win'],
  [done.chatAs('admin'), 'Now you can chat as admin'],
  [done.boughtSkins, 'You successfully bought new skins'],
  [done.ticketClosed, 'Ticket is closed!'],
  [done.joined('jackpot'), 'You successfully joined jackpot!'],
  [done.joined('coinflip'), 'You successfully joined coinflip!'],
  [done.joined('casebattle'), 'You successfully joined casebattle!'],
  [done.itemsRefreshed, 'Items is refreshed!'],
  [done.addressCopied, 'Address was copied'],
  [done.textCopied, 'Text was copied'],
  [done.userBanned('kit'), 'User: kit was baned'],
  [done.messageDeleted, 'Message was deleted'],
  [picker.note(15), 'Min value 1.00 - Max 15 items'],
  [picker.empty, 'No items available'],
  [toast.successDefault, 'Success!'],
  [toast.errorDefault, 'Failed!'],
  [toast.errorTitle, 'Error'],
  [chatTexts.placeholderSignedOut, 'Please sign in to write message'],
  [cryptoTexts.checking, 'Checking blockchain transaction'],
  [cryptoTexts.received, 'Your transaction was received'],
  [cryptoTexts.declined, 'Your transaction was declined'],
])('%s', (written, quoted) => {
  expect(written).toBe(quoted);
});
