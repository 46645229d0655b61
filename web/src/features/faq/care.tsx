/** The FAQ's chapters that hang on no setting: playing responsibly, and what Fairpot will not do. */
import { FaqLink, type FaqChapter } from './parts.tsx';

export const care: FaqChapter = {
  id: 'care',
  title: 'Play responsibly',
  questions: [
    {
      ask: 'Who may play?',
      answer:
        'Adults only. You are asked at your first sign-in, and you cannot go on without confirming that you are ' +
        '18 or older.',
    },
    {
      ask: 'How do I keep track?',
      answer: (
        <>
          Your net result and the time of this visit are one press away, on your name.{' '}
          <FaqLink to="/profile">Your profile</FaqLink> shows what you staked, received and paid in fees for each game. There is
          never a “biggest win” without the total.
        </>
      ),
    },
    {
      ask: 'Can I limit myself?',
      answer: (
        <>
          Yes. Deposit, loss and stake limits, breaks and the reality check stand on <FaqLink to="/profile">your profile</FaqLink>
          : tightening works at once, loosening takes 24 hours and a second word.{' '}
          <FaqLink to="/self-exclusion">Self-exclusion</FaqLink> ends every session at once and stays for as long as you say.
        </>
      ),
    },
    {
      ask: 'What does Fairpot keep about me?',
      answer: (
        <>
          What your games, trades and money need, and nothing for advertisement: no tracker, no foreign script. Take all
          of it along, or have your account erased, on <FaqLink to="/profile?tab=account">your profile</FaqLink>. Your browser
          asks nobody else, but Steam for profile pictures and drand for public random numbers.
        </>
      ),
    },
    {
      ask: 'When should I stop?',
      answer:
        'When it is not fun, when you stake to win back, or when you hide it from someone. Talk to someone you ' +
        'trust, or to the gambling help line of your country: they are free and do not judge.',
    },
  ],
};

export const never: FaqChapter = {
  id: 'never',
  title: 'What Fairpot will not do',
  questions: [
    {
      ask: 'Pick winners',
      answer: 'No call, no setting and no database role can set a result where value is at stake.',
    },
    { ask: 'Keep your money', answer: 'Withdrawals pay. Every rule that can delay one is printed before you deposit.' },
    {
      ask: 'Pretend to be you',
      answer: 'Nobody can post or play in a player’s name. What the house says carries its badge.',
    },
    {
      ask: 'Pretend to be busy',
      answer: 'The online number counts people. Bots are marked, and their profit and loss is public.',
    },
    { ask: 'Cheer a loss', answer: 'No fanfare when you get back less than you staked, no autoplay, no loans.' },
  ],
};
