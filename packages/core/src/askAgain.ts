import { KitError } from '@billfold/protocol/error'
import { retryAfterMs } from './api/retryAfterMs.ts'

const [firstMs, longestMs] = [2000, 30_000]
/** No other try helps there. */
const forGood: readonly string[] = ['not_found', 'method_unsupported']

type Asked = { state: { error: unknown; errorUpdateCount: number } }

/** When a question that failed is asked again while someone looks: ever more rarely, within half a minute unless the server asks for more. */
export const askAgain = ({ state: { error, errorUpdateCount } }: Asked): number | false =>
  error && !(error instanceof KitError && forGood.includes(error.code))
    ? Math.max(retryAfterMs(error) ?? 0, Math.min(longestMs, firstMs * 2 ** errorUpdateCount))
    : false
