import { analyticsRoutes } from '@billfold/protocol/api/analytics'
import { eventBatch, reportedError, sentEvent } from '@billfold/protocol/api/telemetry'
import { KitError } from '@billfold/protocol/error'
import type { Hono } from 'hono'
import * as z from 'zod/mini'
import type { RecordEvent } from '../analytics/recordEvent.ts'
import type { Environment } from '../http/environment.ts'
import { readJson } from '../http/readJson.ts'
import { readCall } from '../http/serveContract.ts'

/** Takes events in, one or a batch. A project that has not turned analytics on is answered alike, and nothing is kept. */
export function serveAnalytics(app: Hono<Environment>, record: RecordEvent): void {
  const accepted = { status: 'ACCEPTED' }
  app.post(analyticsRoutes.e.path, async (c) => {
    const { props } = await readJson(c)
    const isError = typeof props === 'object' && props !== null && 'type' in props && props.type === 'error'
    const event = await readCall(c, isError ? reportedError : sentEvent)
    const project = c.get('project')
    if (project.features.analytics === true) await record(project.id, event)
    return c.json(accepted, 202)
  })
  app.post('/batch', async (c) => {
    const events = readBatch(await c.req.text())
    const project = c.get('project')
    const sv = c.req.query('sv')?.slice(0, 200)
    // One after the other: a batch takes no more of the database at a time than an event does.
    if (project.features.analytics === true) for (const event of events) await record(project.id, { ...event, sv })
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
