import type { analyticsApi } from '@billfold/protocol/api/analytics'
import type { Handlers } from '@billfold/protocol/contract'
import type { RecordEvent } from '../analytics/recordEvent.ts'
import type { CallContext } from '../http/serveContract.ts'

/** Takes events in. A project that has not turned analytics on is answered alike, and nothing is kept. */
export function analyticsHandlers(record: RecordEvent): Handlers<typeof analyticsApi, CallContext> {
  return {
    e: async (event, { project }) => {
      if (project.features.analytics === true) await record(project.id, event)
      return { status: 'ACCEPTED' }
    },
  }
}
