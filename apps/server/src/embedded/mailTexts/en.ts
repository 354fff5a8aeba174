/** English: the source of truth. Braces mark placeholders. */
export const en = {
  yourCode: 'Your code: {code}',
  codeLives: 'It works once, for 20 minutes, and only on the device that asked for it.',
  codeNotYou:
    'If it is not you, or if you are not at {site}, do nothing and do not share the code. No one honest will ask you for it.',
  signInSubject: 'Your code for {site}',
  signIn: 'Someone, hopefully you, is signing in to {site} with this address.',
  oldSubject: 'Confirm your current address ({site})',
  old: 'Someone, hopefully you, is at {site} and wants to move your wallet from this email address to:',
  oldThen:
    'With this code and one that goes to the new address, the change takes effect at once: codes and links that open your wallet then go to the new address, and this one no longer opens it. We will email you here when it happens, with a link that undoes it for 72 hours.',
  oldThenNotices:
    'With this code and one that goes to the new address, our notices about your wallet go there at once. You sign in as before. We will email you here when it happens, with a link that undoes it for 72 hours.',
  newSubject: 'Confirm your new address ({site})',
  new: 'Someone, hopefully you, is making this the email address of a wallet at {site}.',
  newThen:
    'With this code, the change takes effect at once: codes and links that open the wallet then come to this address.',
  newThenNotices:
    'With this code, our notices about the wallet come to this address at once. It does not open the wallet.',
  reauthSubject: 'Confirm that it is you ({site})',
  reauthDelete:
    'Someone, hopefully you, is about to delete your wallet’s account at {site}. It would be erased 7 days later.',
  reauthExport:
    'Someone, hopefully you, is about to export your wallet at {site}: anyone who sees it owns everything in the wallet.',

  ifNotYou: 'If it was not you, someone else can read your mail: change your email password, and move your funds.',
  stolenSubject: 'You were signed out of your wallet',
  stolen:
    'A key to one of your sessions was used a second time, or from another device. It may have been copied, so we ended that session.',
  stolenThen: 'Nothing was opened with it. Please sign in again, and remove devices that you do not know.',
  guessedSubject: 'Too many wrong codes for your wallet',
  guessed: 'Someone entered too many wrong codes for this address. Codes are blocked for one hour.',
  guessedThen: 'No one got in. If it was you, wait an hour and request a new code.',
  enrolledSubject: 'A new device can open your wallet',
  enrolled: 'This device can open your wallet from now on: {device}.',
  revokedSubject: 'A device was removed from your wallet',
  revoked: 'This device can no longer open your wallet: {device}.',
  changedSubject: 'Your wallet has a new address',
  changed: 'The email address of your wallet was changed at {site} on {date}. The new address is:',
  changedThen:
    'From now on, codes and links that open your wallet go to the new address. This address no longer opens it.',
  changedThenNotices: 'From now on, our notices about your wallet go to the new address. You sign in as before.',
  changedUndo: 'If it was not you, undo it before {date}:',
  changedUndoThen:
    'The link shows what it does before it does it: your wallet opens with this address again, everyone is signed out, and the device that made the change is locked out.',
  undoneSubject: 'The change of address was undone',
  undone: 'Your wallet opens with the old email address again. Everyone was signed out.',
  deletionSubject: 'Your wallet’s account will be deleted',
  deletion: 'Your account and its keys are erased on {date}. Sign in before then to keep them.',
  deletionThen: 'What is left in the wallet after that can be reached only with its recovery phrase.',
  keptSubject: 'Your wallet’s account stays',
  kept: 'Someone, hopefully you, signed in again: the account will not be deleted.',
  exportedSubject: 'Your wallet was exported',
  exported: 'The recovery phrase of your wallet was shown on: {device}.',

  revertTitle: 'Undo the change of address?',
  revertOpens: 'Your wallet can be opened with this address again, and no longer with the new one.',
  revertLocks:
    'Everyone is signed out. The device that changed the address, and every device added since, is locked out.',
  revertButton: 'Undo the change',
  revertedTitle: 'The change was undone',
  reverted: 'Sign in with this address. On a device that is new to your wallet, you unlock it as always.',
  revertedThen:
    'If somebody else made the change, they had your wallet open: move what is in it, and change the password of your mail.',
  endedTitle: 'This link no longer works',
  ended: 'It works once, and for 72 hours after the change.',
} as const

export type MailTextKey = keyof typeof en
export type MailTexts = Readonly<Record<MailTextKey, string>>
