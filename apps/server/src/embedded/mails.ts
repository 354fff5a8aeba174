import { fillMessage } from '@billfold/protocol/fillMessage'
import { type MailTextKey, mailTexts } from './mailTexts/mailTexts.ts'

/** A mail about an event of someone's wallet. */
export type Notice =
  | { kind: 'session stolen' }
  | { kind: 'codes guessed' }
  | { kind: 'device enrolled'; label: string }
  | { kind: 'device revoked'; label: string }
  | ChangedNotice
  | { kind: 'e-mail change undone' }
  | { kind: 'deletion started'; at: number }
  | { kind: 'deletion stopped' }
  | { kind: 'wallet exported'; label: string }

/** To the old address: the new one, whether it opens the wallet, and how long the link reverts the change. */
type ChangedNotice = {
  kind: 'e-mail changed'
  email: string
  site: string
  isLogin: boolean
  at: number
  endsAt: number
  link: string
}

type Text = { subject: string; text: string }
type Say = (key: MailTextKey, values?: Readonly<Record<string, string>>) => string

/** The texts of a language, English if we do not have it, with values inserted. */
export function speak(language: string | null | undefined): Say {
  const texts = mailTexts(language)
  return (key, values = {}) => fillMessage(texts[key], (name) => values[name] ?? '')
}

export type CodePurpose = 'sign-in' | 'change-primary' | 'change-secondary' | 'reauth-delete' | 'reauth-export'
/** The purpose of a code, as its mail names it. */
export type CodeFor = {
  purpose: CodePurpose
  /** Named, so that people notice a code requested elsewhere. */
  site: string
  /** The address that replaces this one. */
  newEmail?: string | undefined
  /** Whether the new address will open the wallet, or only get notices. */
  isLogin?: boolean | undefined
}

/** The mail with a code. */
export function codeMail(
  { purpose, site, newEmail = '', isLogin = true }: CodeFor,
  code: string,
  language?: string,
): Text {
  const say = speak(language)
  const lines: Record<CodePurpose, [subject: MailTextKey, ...lines: string[]]> = {
    'sign-in': ['signInSubject', say('signIn', { site })],
    'change-primary': [
      'oldSubject',
      ...[say('old', { site }), '', newEmail, '', say(isLogin ? 'oldThen' : 'oldThenNotices')],
    ],
    'change-secondary': ['newSubject', say('new', { site }), '', say(isLogin ? 'newThen' : 'newThenNotices')],
    'reauth-delete': ['reauthSubject', say('reauthDelete', { site })],
    'reauth-export': ['reauthSubject', say('reauthExport', { site })],
  }
  const [subject, ...about] = lines[purpose]
  return {
    subject: say(subject, { site }),
    text: [...about, '', say('yourCode', { code }), '', say('codeLives'), '', say('codeNotYou', { site }), ''].join(
      '\n',
    ),
  }
}

export function noticeMail(notice: Notice, language?: string | null): Text {
  const say = speak(language)
  const date = (time: number) => dateIn(language, time)
  switch (notice.kind) {
    case 'session stolen':
      return mail(say('stolenSubject'), say('stolen'), say('stolenThen'))
    case 'codes guessed':
      return mail(say('guessedSubject'), say('guessed'), say('guessedThen'))
    case 'device enrolled':
      return mail(say('enrolledSubject'), say('enrolled', { device: notice.label }), say('ifNotYou'))
    case 'device revoked':
      return mail(say('revokedSubject'), say('revoked', { device: notice.label }), say('ifNotYou'))
    case 'e-mail changed': {
      const { email, site, isLogin, at, endsAt, link } = notice
      return mail(
        say('changedSubject'),
        ...[say('changed', { site, date: date(at) }), email, say(isLogin ? 'changedThen' : 'changedThenNotices')],
        ...[say('changedUndo', { date: date(endsAt) }), link, say('changedUndoThen'), say('ifNotYou')],
      )
    }
    case 'e-mail change undone':
      return mail(say('undoneSubject'), say('undone'), say('ifNotYou'))
    case 'deletion started':
      return mail(
        say('deletionSubject'),
        ...[say('deletion', { date: date(notice.at) }), say('deletionThen'), say('ifNotYou')],
      )
    case 'deletion stopped':
      return mail(say('keptSubject'), say('kept'), say('ifNotYou'))
    case 'wallet exported':
      return mail(say('exportedSubject'), say('exported', { device: notice.label }), say('ifNotYou'))
  }
}

const mail = (subject: string, ...paragraphs: string[]): Text => ({ subject, text: `${paragraphs.join('\n\n')}\n` })

/** A server does not know its reader's time zone, so it uses UTC, and says so. */
const dateIn = (language: string | null | undefined, time: number): string =>
  `${new Intl.DateTimeFormat(language ?? 'en', {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn', calendar: 'gregory' },
  } as Intl.DateTimeFormatOptions).format(time)} UTC`
