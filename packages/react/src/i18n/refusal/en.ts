/** Why a transfer would not go through: the source that the other languages must match. */
export const en = {
  title: 'The network would refuse this. Nothing was sent.',
  said: (text: string) => `The contract says: “${text}”`,
  panic: (code: string) => `The contract breaks down (panic ${code}).`,
  named: (name: string) => `The contract refuses with ${name}.`,
  coded: (selector: string) => `The contract refuses with the error ${selector}.`,
  silent: 'The contract refuses without a reason.',
  returnedFalse: 'The token answers that it would not move anything.',
  noToken: 'There is no token at this address on this network.',
  noFunds: 'There is not enough for the amount and the network cost.',
  tooLittle: (amount: string) => `An account there must hold at least ${amount}. Send that much or more.`,
  leavesTooLittle: (amount: string) =>
    `You would be left with less than ${amount}, the least an account must hold. Send less, or all of it.`,
  dust: (amount: string) => `Less than ${amount} cannot be sent here. Send that much or more.`,
  frozen: 'Whoever issued this token has frozen your account or the recipient’s for it.',
  needsMemo: 'The recipient takes this token only with a memo. Go back and add one.',
  nonTransferable: 'This token can’t be transferred: whoever gets it keeps it.',
  paused: 'The token’s issuer has paused all transfers. Try again later.',
  notAdmitted: 'The token’s issuer has to approve the recipient’s account first.',
  hooked: 'This token runs its own program on every transfer, which isn’t supported here. Send it from your wallet.',
  confidentialOnly: 'The recipient accepts this token only as a confidential transfer, which isn’t supported here.',
  tooLarge: 'This doesn’t fit into one transaction. Shorten the memo, or send less at a time.',
  notAWallet: 'This is the address of a token or a program, not of a wallet. What is sent there may be lost.',
  leastLeft: 'Your account must keep a minimum balance on this network. Send a little less.',
  leastThere: 'The recipient would hold less than this network’s minimum. Send more.',
  noAccount: 'The recipient has no account on this network yet. They need some of its own coin first.',
  otherNetwork: 'This address is for another network. Ask the recipient for their address on this one.',
  sameAccount: 'Use this account’s address on this network',
  inscribed:
    'Coins here may carry inscriptions and are left alone. Send from another address, or from the wallet itself.',
  noKey:
    'This address needs a key that your wallet doesn’t share. Send from another address, or from the wallet itself.',
}
