import { speak } from './texts/mailTexts.ts'

type Mail = { subject: string; text: string }
/** Where and on which device, by the guardian's own lists, and in which language the mail is. */
type Facts = { site: string; label: string; link: string; language: string | undefined }
/** A device that has to wait, and the link that stops it. */
type Held = Facts & { opensAt: number }

const mail = (subject: string, ...paragraphs: string[]): Mail => ({ subject, text: `${paragraphs.join('\n\n')}\n` })
const indented = (label: string) => `    ${label}`

/** How long the guardian has known a wallet: one that was made a moment ago is no one's of long ago. */
export function sinceText(since: number | undefined, language?: string): string {
  const { say, date } = speak(language)
  return since === undefined ? say('sinceUnknown') : say('since', { date: date(since) })
}

/** Asks a person whether they are at a new device. It says what is at stake, and nothing that a thief could use. */
export function approvalMail({ site, label, link, language, since }: Facts & { since: number | undefined }): Mail {
  const { say } = speak(language)
  return mail(
    say('approvalSubject', { site }),
    ...[say('approval', { site }), indented(label), say('approvalThen'), link, say('approvalLives')],
    ...[`${sinceText(since, language)} ${say('neverHad')}`, say('approvalNotYou')],
  )
}

/** Tells of a device that gets in a day from now, and how to stop it. */
export function cancelMail({ site, label, link, language, opensAt }: Held): Mail {
  const { say, date } = speak(language)
  return mail(
    say('cancelSubject', { site }),
    ...[say('cancel', { site }), indented(label), say('cancelFrom', { date: date(opensAt) })],
    ...[say('cancelStop'), link, say('cancelThen')],
  )
}

/** To a person who is known by another wallet, too: which one opens on the new device was the API's to say. */
export function secondMail({
  site,
  label,
  link,
  language,
  opensAt,
  since,
}: Held & { since: number | undefined }): Mail {
  const { say, date } = speak(language)
  return mail(
    say('secondSubject', { site }),
    ...[say('cancel', { site }), indented(label), `${say('second')} ${sinceText(since, language)}`],
    ...[say('secondWhy'), say('secondStop', { date: date(opensAt) }), link],
  )
}

/** To the pinned person: someone else recovers their wallet, which they can stop for a day. `provider` names an account without an address. */
export function takeoverMail(facts: Held & { email: string | undefined; provider: string | undefined }): Mail {
  const { site, label, link, language, opensAt, email, provider = '' } = facts
  const { say, date } = speak(language)
  return mail(
    say('takeoverSubject', { site }),
    ...[say('takeover', { site, person: email ?? say('someAccount', { provider }) }), indented(label)],
    ...[say('takeoverFrom', { date: date(opensAt) }), say('takeoverIfYou'), say('takeoverStop'), link],
  )
}

/** To the previous person, after the wallet itself named another. */
export function movedMail({ site, to, link, language }: Omit<Facts, 'label'> & { to: string | undefined }): Mail {
  const { say } = speak(language)
  return mail(
    say('movedSubject', { site }),
    ...[
      say('moved', { site, to: to ?? say('otherAccount') }),
      say('movedIfYou'),
      say('movedStop'),
      link,
      say('movedThen'),
    ],
  )
}
