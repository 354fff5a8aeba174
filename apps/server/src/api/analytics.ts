import { analyticsRoutes } from '@billfold/protocol/api/analytics'
import { eventBatch, reportedError, sentEvent } from '@billfold/protocol/api/telemetry'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { RecordEvent } from '../analytics/recordEvent.ts'
import type { Metrics } from '../createMetrics.ts'
import { clientAddress } from '../http/clientAddress.ts'
import type { Environment, RequestContext } from '../http/environment.ts'
import { readJson } from '../http/readJson.ts'
import { readCall } from '../http/serveContract.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { takeForClient } from '../limits/takeForClient.ts'
import { chargeVisitor, workCosts } from '../limits/workCosts.ts'

type Deps = {
  recordEvent: RecordEvent
  limiter: Limiter
  metrics: Pick<Metrics, 'eventsDropped'>
  trustProxy: number
}

/** Events per day that one client may add to a project: some sixty megabytes of the longest ones. */
const clientDay: Quota = { limit: 20_000, windowMs: 86_400_000 }

/** Accepts events, one or a batch. A project with analytics off gets the same response, but nothing is stored. */
export function serveAnalytics(app: Hono<Environment>, { recordEvent, limiter, metrics, trustProxy }: Deps): void {
  const accepted = { status: 'ACCEPTED' }
  /** Stores the events of a client within its daily quota. The others are answered as if analytics were off. */
  async function record(c: RequestContext, events: readonly Parameters<RecordEvent>[1][]) {
    const project = c.get('project')
    if (project.features.analytics !== true) return
    chargeVisitor(events.length * workCosts.event)
    const client = clientAddress(c, trustProxy)
    // One after the other: a batch occupies no more of the database at a time than an event does.
    for (const event of events) {
      if (!(await takeForClient(limiter, `analytics ${project.id} client:`, client, clientDay)).isAllowed)
        return metrics.eventsDropped.inc({ share: 'client' })
      await recordEvent(project.id, event)
    }
  }
  app.post(analyticsRoutes.e.path, async (c) => {
    const { props } = await readJson(c)
    const isError = typeof props === 'object' && props !== null && 'type' in props && props.type === 'error'
    const event = await readCall(c, isError ? reportedError : sentEvent)
    await record(c, [event])
    return c.json(accepted, 202)
  })
  app.post('/batch', async (c) => {
    const events = readBatch(await c.req.text())
    const sv = c.req.query('sv')?.slice(0, 200)
    await record(
      c,
      events.map((event) => ({ ...event, sv })),
    )
    return c.json(accepted, 202)
  })
}

function readBatch(text: string): z.infer<typeof eventBatch> {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch (cause) {
    throw new KitError('invalid_input', { message: 'The body is not JSON.', cause })
  }
  const checked = z.safeParse(eventBatch, sent)
  if (!checked.success)
    throw new KitError('invalid_input', { message: 'The body is not a list of events.', cause: checked.error })
  return checked.data
}
