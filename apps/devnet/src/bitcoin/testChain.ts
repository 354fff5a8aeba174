import { startBitcoin } from './startBitcoin.ts'

/** A chain for a test that mines only on request, with plain ways to query it. */
export async function startTestChain(state?: string) {
  const running = await startBitcoin({ host: '127.0.0.1', port: 0, ...(state === undefined ? {} : { state }) }, 0)
  const { esploraUrl } = running.chain
  const post = async (path: string, body: string) => {
    const answer = await fetch(`${esploraUrl}${path}`, { method: 'POST', body })
    const text = await answer.text()
    if (!answer.ok) throw new Error(text)
    return text
  }
  return {
    ...running,
    post,
    /** A JSON response in the shape that the test expects, or a text. */
    async get<T = unknown>(path: string): Promise<T> {
      const answer = await fetch(`${esploraUrl}${path}`)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text}`)
      return answer.headers.get('content-type') === 'application/json' ? JSON.parse(text) : (text as T)
    },
    mine: (blocks = 1) => post('/devnet/blocks', JSON.stringify({ mine: blocks })),
  }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>
