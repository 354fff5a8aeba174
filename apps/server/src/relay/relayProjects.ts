import { isOriginAllowed } from '@billfold/protocol/originRule'
import type { ProjectLookup } from '../projects/createProjectLookup.ts'
import type { Refusal } from './admit.ts'
import { createMeter, isFull, type Meter } from './meter.ts'

/** The usage of one project. */
export type ProjectRecord = {
  id: string
  requests: Meter
  sockets: number
  /** Its sockets on other nodes, with the time until which they count. */
  elsewhere: Map<string, { sockets: number; until: number }>
}

export type RelayProjects = ReturnType<typeof createRelayProjects>

/**
 * Admits sockets by project, where an operator wants that: a project has to exist, and a web page has to be of one of its origins.
 * Programs can send any origin and any project’s id, which is public: the quota is what limits them.
 */
export function createRelayProjects(find: ProjectLookup, maxSockets: number) {
  const records = new Map<string, ProjectRecord>()

  function recordOf(id: string): ProjectRecord {
    const record = records.get(id) ?? { id, requests: createMeter(), sockets: 0, elsewhere: new Map() }
    records.set(id, record)
    return record
  }

  return {
    /** The project of an upgrade, or why its requests are refused. */
    async admit(id: string | null, origin: string | undefined): Promise<ProjectRecord | Refusal> {
      if (!id) return refuse('This relay needs a project: add projectId to its URL')
      try {
        const project = await find(id)
        if (!project) return refuse('This relay does not know this project: check projectId')
        if (project.disabledAt) return refuse('This project is disabled on this relay')
        if (origin !== undefined && !isOriginAllowed(origin, project.rules, project.features.local === true))
          return refuse('This page’s origin is not on the list of its project')
        return recordOf(id)
      } catch {
        return { why: 'unavailable', message: 'This relay cannot look up projects now: try again' }
      }
    },
    hasRoomFor({ sockets, elsewhere }: ProjectRecord, now: number): boolean {
      let sum = sockets
      for (const [node, report] of elsewhere)
        if (report.until > now) sum += report.sockets
        else elsewhere.delete(node)
      return sum < maxSockets
    },
    /** Projects with open sockets that were disabled or removed. While the database is down, none is. */
    async findGone(): Promise<Set<ProjectRecord>> {
      const gone = new Set<ProjectRecord>()
      for (const record of records.values()) {
        if (record.sockets === 0) continue
        const project = await find(record.id).catch(() => null)
        if (project !== null && (!project || project.disabledAt)) gone.add(record)
      }
      return gone
    },
    records: (): Iterable<ProjectRecord> => records.values(),
    /** The record that another node reports on; undefined if no socket here has used the project. */
    record: (id: string): ProjectRecord | undefined => records.get(id),
    forgetIdle(now: number): void {
      for (const { id, sockets, requests } of records.values())
        if (sockets === 0 && isFull(requests, now)) records.delete(id)
    },
  }
}

const refuse = (message: string): Refusal => ({ why: 'unauthorized', message })
