import { relayMethodOf } from '@billfold/protocol/wc/relayRpc'
import type { Tracer } from '../telemetry/createTracer.ts'

/** Records each call as a trace of its own, by its method alone: neither its topics nor its client. */
export function traceCalls<A extends unknown[], R>(
  call: (method: string, ...args: A) => Promise<R>,
  tracer: Tracer,
): (method: string, ...args: A) => Promise<R> {
  return async (method, ...args) => {
    const name = relayMethodOf(method) ?? 'unknown'
    const span = tracer.startRoot({ name, kind: 'server', attributes: { 'rpc.system': 'jsonrpc', 'rpc.method': name } })
    let isFailed = true
    try {
      const result = await span.run(() => call(method, ...args))
      isFailed = false
      return result
    } finally {
      span.end({ isFailed })
    }
  }
}
