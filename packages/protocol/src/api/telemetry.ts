import * as z from 'zod/mini'
import { analyticsApi, type TrackedEvent, trackedEvent } from './analytics.ts'

const label = z.string().check(z.regex(/^[A-Za-z0-9_:. -]{0,64}$/))
const line = z.string().check(z.maxLength(4096))
const at = z.union([
  trackedEvent.shape.timestamp,
  z.pipe(
    z.iso.datetime({ offset: true }).check(z.maxLength(40)),
    z.transform((written) => Date.parse(written)),
  ),
])

/** An error of a stock kit of 1.8.0, which sends it to the events endpoint. */
export const reportedError = z.pipe(
  z.object({
    ...analyticsApi.e.input.shape,
    timestamp: at,
    props: z.object({
      type: z.literal('error'),
      event: trackedEvent.shape.props.shape.event,
      errorType: z.nullish(label),
      errorMessage: z.nullish(line),
      stackTrace: z.nullish(z.string()),
    }),
  }),
  z.transform(({ props: { event, errorType, errorMessage }, ...rest }) => ({
    ...rest,
    props: { type: 'track' as const, event, properties: { errorType, message: errorMessage } },
  })),
)

/** An event of any kit, whose clock may have written its time in words. */
export const sentEvent = z.object({ ...analyticsApi.e.input.shape, timestamp: at })

/** The most events of one batch; stock clients send what one session gave rise to. */
const maxBatchSize = 50

/**
 * One event of the stock WalletConnect client, as `POST /batch` carries a list of them. Identifying fields are not
 * read.
 */
const batched = z.pipe(
  z.object({
    eventId: z.uuid(),
    timestamp: at,
    domain: z.nullish(z.string().check(z.maxLength(1024))),
    props: z.object({
      event: trackedEvent.shape.props.shape.event,
      type: z.nullish(label),
      properties: z.nullish(z.object({ trace: z.nullish(z.array(label).check(z.maxLength(50))) })),
    }),
  }),
  z.transform(
    ({ eventId, timestamp, domain, props: { event, type, properties } }): TrackedEvent => ({
      eventId,
      timestamp,
      url: '',
      domain: domain ?? '',
      props: { type: 'track', event, properties: { errorType: type, trace: properties?.trace } },
    }),
  ),
)
export const eventBatch = z.array(batched).check(z.maxLength(maxBatchSize))
