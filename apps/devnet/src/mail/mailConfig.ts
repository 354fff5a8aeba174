import { StartError } from '../startError.ts'

/** The mail catcher's ports; 0 takes any free port. */
export type MailConfig = { pagePort: number; smtpPort: number }

/** Reads the variables of the mail catcher; undefined if it is disabled. */
export function readMailConfig(env: Readonly<Record<string, string | undefined>>): MailConfig | undefined {
  const isOn = env.DEVNET_MAIL || 'on'
  if (isOn !== 'on' && isOn !== 'off') throw wrong('DEVNET_MAIL', isOn, 'on or off')
  const config = {
    pagePort: readPort('DEVNET_MAIL_PORT', env.DEVNET_MAIL_PORT || '4105'),
    smtpPort: readPort('DEVNET_SMTP_PORT', env.DEVNET_SMTP_PORT || '4106'),
  }
  return isOn === 'on' ? config : undefined
}

function readPort(name: string, text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw wrong(name, text, 'a whole number from 0 to 65535')
}

const wrong = (name: string, value: string, expected: string) =>
  new StartError(`${name} is ${JSON.stringify(value)} and must be ${expected}.`)
