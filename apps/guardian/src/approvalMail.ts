/** The mail that tells of a device that gets in a day from now, and how to stop it. */
export function cancelMail(told: { site: string; label: string; link: string; opensAt: number }): {
  subject: string
  text: string
} {
  return {
    subject: `A new device will open your wallet tomorrow (${told.site})`,
    text: [
      `You let a new device open your wallet at ${told.site}:`,
      '',
      `    ${told.label}`,
      '',
      `It can do so from ${new Date(told.opensAt).toUTCString()} on. If it is yours, you need to do nothing.`,
      '',
      'If it is not, stop it before then:',
      '',
      told.link,
      '',
      'Then change your email password: someone else can read your mail.',
      '',
    ].join('\n'),
  }
}

/** The mail that asks a person whether they are at a new device. It says what is at stake, and nothing that a thief could use. */
export function approvalMail(told: { site: string; label: string; link: string }): { subject: string; text: string } {
  return {
    subject: `Is this you on a new device? (${told.site})`,
    text: [
      `Someone who can read your mail is trying to open your wallet at ${told.site} on a new device:`,
      '',
      `    ${told.label}`,
      '',
      'If it is you, open this page and choose the number that the device shows:',
      '',
      told.link,
      '',
      'The link works once, and for 15 minutes.',
      '',
      'If it is not you, do nothing, or say so on that page. Nobody gets in without your answer, and nobody who is honest will',
      'ask you for this link or for the number.',
      '',
    ].join('\n'),
  }
}
