import * as z from 'zod/mini'

/** Sites that may see a person's email address, in the frame's storage, so that no page can add itself. */
export type EmailSites = {
  list(person: string): string[]
  add(person: string, origin: string): void
  remove(person: string, origin: string): void
}

const key = 'billfold-email-sites'
const maxSites = 500
const shape = z.record(z.string(), z.array(z.string()))

/** `person` is their EVM address: two people in one browser agree separately. */
export function createEmailSites(storage: Pick<Storage, 'getItem' | 'setItem'>): EmailSites {
  const read = (): Record<string, string[]> => {
    try {
      return z.safeParse(shape, JSON.parse(storage.getItem(key) ?? '{}')).data ?? {}
    } catch {
      return {} // what cannot be read was not agreed to
    }
  }
  const write = (person: string, sites: string[]) =>
    storage.setItem(key, JSON.stringify({ ...read(), [person]: sites.slice(-maxSites) }))
  const list = (person: string): string[] => {
    const all = read()
    return Object.hasOwn(all, person) ? all[person]! : []
  }
  return {
    list,
    add(person, origin) {
      if (!list(person).includes(origin)) write(person, [...list(person), origin])
    },
    remove: (person, origin) =>
      write(
        person,
        list(person).filter((each) => each !== origin),
      ),
  }
}
