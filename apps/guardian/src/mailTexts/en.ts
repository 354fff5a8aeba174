/** English: the source of truth. Names in braces are placeholders. */
export const en = {
  approvalSubject: 'Is this you on a new device? ({site})',
  approval: 'Someone who can read your mail is trying to open your wallet at {site} on a new device:',
  approvalThen: 'If it is you, open this page and choose the number that the device shows:',
  approvalLives: 'The link works once, and for 15 minutes.',
  sinceUnknown: 'We have not heard of this wallet before.',
  since: 'We first heard of this wallet on {date}.',
  neverHad: 'If you never had a wallet there, it is not you.',
  approvalNotYou:
    'If it is not you, do nothing, or say so on that page. Nobody gets in without your answer, and nobody who is honest will ask you for this link or for the number.',
  cancelSubject: 'A new device will open your wallet tomorrow ({site})',
  cancel: 'You let a new device open your wallet at {site}:',
  cancelFrom: 'It can do so from {date} on. If it is yours, you need to do nothing.',
  cancelStop: 'If it is not, stop it before then:',
  cancelThen: 'Then change your email password: someone else can read your mail.',
  secondSubject: 'Which of your wallets is this? ({site})',
  second: 'You are known there by another wallet, too.',
  secondWhy:
    'Unless you deleted one wallet and made another, something is wrong: someone may want you to use a wallet that they can open as well.',
  secondStop: 'The device opens it on {date}. If you are not sure, stop it before then:',
  takeoverSubject: 'Someone else will open your wallet tomorrow ({site})',
  takeover: 'Your wallet at {site} is being opened on a new device, not by this address but by {person}:',
  takeoverFrom: 'The device gets in on {date}. From then on, this address can no longer recover the wallet.',
  takeoverIfYou: 'If you changed your address yourself, you need to do nothing.',
  takeoverStop: 'If you did not, stop it before then:',
  movedSubject: 'Your wallet’s recovery has moved to another address ({site})',
  moved:
    'A device of your wallet at {site} moved its recovery to {to}. From now on, links for new devices go there, and no longer to this address.',
  movedIfYou: 'If you did this, there is nothing to do.',
  movedStop: 'If you did not, undo it within 72 hours:',
  movedThen: 'Then remove the device you don’t recognize, in your wallet’s security settings.',
  otherAccount: 'another account',
  someAccount: 'a {provider} account',
} as const

export type MailTextKey = keyof typeof en
export type MailTexts = Readonly<Record<MailTextKey, string>>
