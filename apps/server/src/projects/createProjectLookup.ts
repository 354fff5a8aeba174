import { KitError } from '@billfold/protocol/error'
import type { OriginRule } from '@billfold/protocol/originRule'
import { originRules, type Project } from './projects.ts'

/** A project as a request needs it: its allow-list is already taken apart. */
export type KnownProject = Project & { rules: OriginRule[] }
export type ProjectLookup = (id: string) => Promise<KnownProject | undefined>

type Entry = { at: number; project: Promise<KnownProject | undefined> }

/**
 * Looks projects up for requests: remembers the answer for a few seconds (also "there is none"), asks once for many callers,
 * and rides out an outage of the database on what it last knew: no project can change meanwhile.
 */
export function createProjectLookup(
  find: (id: string) => Promise<Project | undefined>,
  { ttlMs = 5_000, staleMs = 3_600_000, size = 1_000, now = Date.now } = {},
): ProjectLookup {
  const entries = new Map<string, Entry>()

  async function ask(id: string, known: Entry | undefined): Promise<KnownProject | undefined> {
    try {
      const project = await find(id)
      return project && { ...project, rules: originRules(project) }
    } catch (cause) {
      entries.delete(id) // the next caller asks again instead of meeting this failure
      if (known && now() - known.at < staleMs) {
        entries.set(id, known)
        return known.project
      }
      throw new KitError('unavailable', { message: 'The database is unavailable.', cause })
    }
  }

  return async (id) => {
    // No row can have such an id, so made-up ones need no query.
    if (!/^[\w-]{1,64}$/.test(id)) return undefined
    const known = entries.get(id)
    if (known && now() - known.at < ttlMs) return known.project
    if (!known && entries.size >= size) entries.delete(entries.keys().next().value!)
    const entry = { at: now(), project: ask(id, known) }
    entries.set(id, entry)
    return entry.project
  }
}
