import type { CaughtMail } from './readMail.ts'

/** The mails that were caught last, in memory. */
export type Mailbox = {
  add(mail: Omit<CaughtMail, 'id' | 'at'>): void
  /** Newest first; only those to one address if given. */
  list(to?: string): CaughtMail[]
  /** Fires for every mail. */
  onMail(listener: () => void): () => void
}

/** Keeps the newest mails, within a limit of their number and of their characters in total. */
export function createMailbox(limits: { mails: number; characters: number }, now: () => number = Date.now): Mailbox {
  const mails: CaughtMail[] = []
  const listeners = new Set<() => void>()
  let characters = 0
  let count = 0
  return {
    add(mail) {
      mails.unshift({ id: ++count, at: new Date(now()).toISOString(), ...mail })
      characters += sizeOf(mail)
      while (mails.length > 1 && (mails.length > limits.mails || characters > limits.characters))
        characters -= sizeOf(mails.pop()!)
      for (const listener of listeners) listener()
    },
    list(to) {
      return to === undefined ? [...mails] : mails.filter((mail) => mail.to.some((address) => isSame(address, to)))
    },
    onMail(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const sizeOf = ({ text, subject, from, to }: Omit<CaughtMail, 'id' | 'at'>): number =>
  text.length + subject.length + from.length + to.join().length

const isSame = (a: string, b: string): boolean => a.localeCompare(b, 'en', { sensitivity: 'accent' }) === 0
