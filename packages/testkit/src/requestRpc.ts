import { ProviderError, providerError } from './providerError.ts'

/** Posts one JSON-RPC body and gives back the answer's text; a test may lend its own to get past a page's CSP. */
export type RpcTransport = (url: string, body: string) => Promise<string>

const deadlineMs = 15_000
let lastId = 0

/** Asks a chain, within a deadline; the chain's own errors pass through with their code and data. */
export async function requestRpc(
  url: string,
  method: string,
  params: readonly unknown[],
  transport: RpcTransport = postJson,
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params })
  const answer = parseAnswer(await transport(url, body), url)
  if (answer.error) throw new ProviderError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}

/** The transport of a page: fetch with a deadline. */
export async function postJson(url: string, body: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(deadlineMs)
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal })
    return await response.text()
  } catch (cause) {
    const late = cause instanceof Error && cause.name === 'TimeoutError'
    const why = late ? `did not respond within ${deadlineMs / 1000} seconds` : 'is unreachable'
    throw providerError('internal', `The chain at ${url} ${why}`)
  }
}

type Answer = { result?: unknown; error?: { code: number; message: string; data?: unknown } }

function parseAnswer(text: string, url: string): Answer {
  try {
    const answer = JSON.parse(text) as Answer
    if (typeof answer === 'object' && answer !== null && ('result' in answer || 'error' in answer)) return answer
  } catch {
    // Not JSON: the sentence below says so.
  }
  throw providerError('internal', `The chain at ${url} did not return JSON-RPC`)
}
