/** The texts of signing in with a wallet: the source that the other languages must match. */
export const en = {
  /** For a site without a name. */
  site: 'Dapp',
  title: (site: string) => `${site} needs to connect to your wallet`,
  prove: 'Sign this message to prove you own this wallet and proceed.',
  required: 'Signing is free. Canceling will disconnect you.',
  optional: 'Signing is free. If you cancel, you stay connected without signing in.',
  sign: 'Sign',
  signing: 'Signing...',
  cancel: 'Cancel',
  cancelling: 'Cancelling...',
  again: 'Try again',
  without: 'Continue without signing in',
  continueIn: (wallet: string) => `Continue in ${wallet}`,
  inWallet: 'Read the message in your wallet and sign it.',
  checking: 'Checking whether you’re signed in…',
  verifying: 'Verifying your signature…',
  expired: 'Your session has expired. Sign in again to continue.',
  signedIn: 'You’re signed in',
  done: 'Done',
  website: 'Website',
  account: 'Account',
  network: 'Network',
  troubles: {
    declined: { title: 'Signature declined', detail: 'You rejected the request. You’re not signed in.' },
    wallet: { title: 'Couldn’t sign', detail: 'Your wallet couldn’t sign the message. You’re not signed in.' },
    invalid: { title: 'The signature is not valid', detail: 'Your wallet used another account. You’re not signed in.' },
    refused: {
      title: 'Sign-in not verified',
      detail: 'This website didn’t accept the signature. You’re not signed in.',
    },
    unavailable: {
      title: 'Sign-in is unavailable',
      detail: 'The sign-in server didn’t respond. Your wallet is still connected.',
    },
    unknown: {
      title: 'Sign-in is unavailable',
      detail: 'The sign-in server didn’t respond. Your wallet is still connected.',
    },
  },
  toasts: {
    declined: 'Signature declined',
    smartAccount: 'This application might not support Smart Accounts',
    initialize: 'A problem occurred while trying initialize authentication',
  },
}
