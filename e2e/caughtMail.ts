import { expect } from 'vitest'
import { stack } from './stack.ts'
import { soon } from './visitKit.ts'

type Mail = { subject: string; text: string; code?: string; link?: string }

/** The newest mail to an address with this subject, once it arrives; `after` are the earlier ones. */
export async function mailTo(to: string, subject: RegExp, after = 0): Promise<Mail> {
  const newest = async () => {
    const answer = await fetch(`${stack.mail}?to=${encodeURIComponent(to)}`).catch(() => undefined)
    const { messages = [] } = answer?.ok ? ((await answer.json()) as { messages: Mail[] }) : {}
    return messages.filter((mail) => subject.test(mail.subject))
  }
  await expect.poll(async () => (await newest()).length, soon).toBeGreaterThan(after)
  return (await newest())[0]!
}
