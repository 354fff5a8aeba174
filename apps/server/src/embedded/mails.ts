/** A mail that tells someone what happened to their wallet. */
export type Notice =
  | { kind: 'session stolen' }
  | { kind: 'codes guessed' }
  | { kind: 'device enrolled'; label: string }
  | { kind: 'device revoked'; label: string }
  | { kind: 'e-mail changed'; link?: string }
  | { kind: 'e-mail change undone' }
  | { kind: 'deletion started'; at: number }
  | { kind: 'deletion stopped' }
  | { kind: 'wallet exported'; label: string }

type Text = { subject: string; text: string }

/** What each code is for, as its mail says it. */
const purposes = {
  'sign-in': (site: string) => ({
    subject: `Your code for ${site}`,
    line: `Someone, hopefully you, is signing in to ${site} with this address.`,
  }),
  'change-primary': (site: string) => ({
    subject: `Confirm your current address (${site})`,
    line: `Someone, hopefully you, is changing the email address of your wallet at ${site}.`,
  }),
  'change-secondary': (site: string) => ({
    subject: `Confirm your new address (${site})`,
    line: `Someone, hopefully you, is making this the email address of a wallet at ${site}.`,
  }),
  'reauth-delete': (site: string) => ({
    subject: `Confirm that it is you (${site})`,
    line: `Someone, hopefully you, is about to delete your wallet's account at ${site}.`,
  }),
  'reauth-export': (site: string) => ({
    subject: `Confirm that it is you (${site})`,
    line: `Someone, hopefully you, is about to export your wallet at ${site}: anyone who sees it owns everything in the wallet.`,
  }),
}
export type CodePurpose = keyof typeof purposes

/** The mail with a code. It names the site, so that a code asked for elsewhere is noticed. */
export function codeMail(purpose: CodePurpose, site: string, code: string): Text {
  const { subject, line } = purposes[purpose](site)
  return {
    subject,
    text: [
      line,
      '',
      `Your code: ${code}`,
      '',
      'It works once, for 20 minutes, and only on the device that asked for it.',
      '',
      `If it is not you, or if you are not at ${site}, do nothing and do not share the code. No one honest will ask you for it.`,
      '',
    ].join('\n'),
  }
}

export function noticeMail(notice: Notice): Text {
  const { subject, lines } = noticeTexts(notice)
  return { subject, text: [...lines, ''].join('\n') }
}

function noticeTexts(notice: Notice): { subject: string; lines: string[] } {
  switch (notice.kind) {
    case 'session stolen':
      return {
        subject: 'You were signed out of your wallet',
        lines: [
          'A key to one of your sessions was used a second time, or from another device. It may have been copied, so we ended that session.',
          '',
          'Nothing was opened with it. Please sign in again, and remove devices that you do not know.',
        ],
      }
    case 'codes guessed':
      return {
        subject: 'Too many wrong codes for your wallet',
        lines: [
          'Someone entered too many wrong codes for this address. Codes are blocked for one hour.',
          '',
          'No one got in. If it was you, wait an hour and request a new code.',
        ],
      }
    case 'device enrolled':
      return {
        subject: 'A new device can open your wallet',
        lines: [`This device can open your wallet from now on: ${notice.label}.`, '', ifNotYou],
      }
    case 'device revoked':
      return {
        subject: 'A device was removed from your wallet',
        lines: [`This device can no longer open your wallet: ${notice.label}.`, '', ifNotYou],
      }
    case 'e-mail changed':
      return {
        subject: 'Your wallet has a new address',
        lines: [
          'From now on your wallet is opened with another e-mail address, and no longer with this one.',
          '',
          ...(notice.link ? ['If it was not you, undo it within 72 hours:', '', notice.link, ''] : []),
          ifNotYou,
        ],
      }
    case 'e-mail change undone':
      return {
        subject: 'The change of address was undone',
        lines: ['Your wallet opens with the old email address again. Everyone was signed out.', '', ifNotYou],
      }
    case 'deletion started':
      return {
        subject: 'Your wallet’s account will be deleted',
        lines: [
          `Your account and its keys are erased on ${new Date(notice.at).toUTCString()}. Sign in before then to keep them.`,
          '',
          'What is left in the wallet after that can be reached only with its recovery phrase.',
          '',
          ifNotYou,
        ],
      }
    case 'deletion stopped':
      return {
        subject: 'Your wallet’s account stays',
        lines: ['Someone, hopefully you, signed in again: the account will not be deleted.', '', ifNotYou],
      }
    case 'wallet exported':
      return {
        subject: 'Your wallet was exported',
        lines: [`The recovery phrase of your wallet was shown on: ${notice.label}.`, '', ifNotYou],
      }
  }
}

const ifNotYou = 'If it was not you, someone else can read your mail: change your email password, and move your funds.'
