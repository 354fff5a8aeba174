/** English: the source of truth. Braces hold the values that are filled in. */
export const en = {
  askTitle: 'Is this you?',
  ask: 'Someone is trying to open the wallet of {person} at {site} on a new device:',
  thisAccount: 'this account',
  askNumber: 'If it is you: which number does that device show?',
  notYouEmail: 'If this isn’t you, someone else can read your mail. Change your email password.',
  notYouAccount: 'If this isn’t you, someone sent you here to get into your wallet. Reject it and close this page.',
  notMe: 'This isn’t me',
  stopTitle: 'Stop this device?',
  stop: 'This device is waiting to open the wallet of {person} at {site}:',
  stopBy: 'It was approved by {person}.',
  stopByOther: 'It was approved by another account.',
  stopEmail: 'If it isn’t yours, stop it and change your email password: someone else can read your mail.',
  stopAccount: 'If it isn’t yours, stop it and secure the account you log in with: someone else has access to it.',
  stopSecond: 'You are known there by another wallet, too. Unless you deleted that one, stop it.',
  stopMoved: 'If you didn’t change your address, stop it: someone else is about to open your wallet.',
  stopButton: 'Stop this device',
  undoTitle: 'Undo this change?',
  undo: 'Your wallet’s recovery has moved from {from} to {to}.',
  undoOther: 'Your wallet’s recovery has moved from {from} to another account.',
  undoThen:
    'If that wasn’t you, undo it. New devices will need this address again, and the other one gets nothing for 30 days.',
  undoButton: 'Undo the change',
  approvedTitle: 'The device can continue',
  approved: 'You can close this page and go back to it.',
  refusedTitle: 'Nothing was opened',
  refused: 'The device was rejected. If it was yours, start again there and choose the number it shows.',
  waitTitle: 'The device has to wait a day',
  held: 'Your wallet is in use on another device, so this one gets in tomorrow. We mailed you a link that stops it. A passkey, a recovery code or another device lets it in at once.',
  moving:
    'This wallet belongs to another address, which now has a link to stop the device. If you changed your address, come back tomorrow. A passkey, a recovery code or another device lets it in at once.',
  second:
    'You are known here by another wallet, too. We mailed you a link that stops this one: use it unless you deleted the other one. A passkey, a recovery code or another device lets this device in at once.',
  deniedTitle: 'This device can’t get in this way',
  unlike:
    'You are known here by another wallet, too. A new device has to wait a day, during which you can stop it by email, and your account has no verified address for us to write to. Use a passkey, a recovery code or another device.',
  pinned: 'This wallet belongs to another account. Use that one, a passkey, a recovery code or another device.',
  unreachable:
    'Your wallet is in use on another device. A new one has to wait for a day, while a mail lets you stop it, and your account has no verified address that we could write to. Use a passkey, a recovery code or the other device.',
  undoneTitle: 'The change was undone',
  undone:
    'New devices need this address again. Remove the device you don’t recognize, in your wallet’s security settings.',
  linkEndedTitle: 'This link no longer works',
  undoTooLate: 'The change was already undone, or is more than 72 hours old.',
  cancelledTitle: 'The device was stopped',
  cancelled: 'It can’t open your wallet. If it wasn’t yours, change your email password.',
  tooLate: 'The device was already stopped or let in. Remove it on another device, in your wallet’s security settings.',
  ended: 'Links work once, for 15 minutes. Start again on the device.',
  loginEndedTitle: 'This login no longer works',
  loginEnded: 'Logins work once, for 15 minutes. Go back to the device and start again.',
  awayTitle: '{provider} isn’t responding',
  away: 'Nothing was opened. Close this page, and try again in a moment.',
  otherTitle: 'Another account',
  other:
    'This {provider} account has no part in that wallet. Nothing was opened. Close this page, and log in with the account that you use there.',
  unprovenTitle: '{provider} didn’t confirm who you are',
  unproven: 'Nothing was opened. Close this page, and try again.',
  phoneTitle: 'Sign in with Farcaster',
  phone: 'Scan this code with your phone and sign in there. Your Farcaster app names this page’s address.',
  phoneCode: 'QR code',
  phoneOpen: 'Open Farcaster on this device',
  phoneWait: 'Waiting for your signature. This page continues automatically.',
  phoneSent: 'If someone sent you here and none of your devices is waiting, close this page.',
} as const

export type PageTextKey = keyof typeof en
export type PageTexts = Readonly<Record<PageTextKey, string>>
