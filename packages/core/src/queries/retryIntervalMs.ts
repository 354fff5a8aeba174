import { KitError } from '@billfold/protocol/error'
import { retryAfterMs } from '../api/retryAfterMs.ts'

const [firstMs, maxMs] = [2000, 30_000]
/** Retrying cannot help. */
const forGood: readonly string[] = ['not_found', 'method_unsupported']

type FailingQuery = { state: { error: unknown; errorUpdateCount: number } }

/**
 * The retry interval of an observed failing query: exponential, at most half a minute unless the server requests more.
 */
export const retryIntervalMs = ({ state: { error, errorUpdateCount } }: FailingQuery): number | false =>
  error && !(error instanceof KitError && forGood.includes(error.code))
    ? Math.max(retryAfterMs(error) ?? 0, Math.min(maxMs, firstMs * 2 ** errorUpdateCount))
    : false
