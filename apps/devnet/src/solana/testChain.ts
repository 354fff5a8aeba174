import { startSolana } from './startSolana.ts'

/** A chain for a test, and a plain way to call it: `ask` returns the result or throws the error. */
export async function startTestChain(state?: string) {
  const running = await startSolana({ host: '127.0.0.1', port: 0, ...(state === undefined ? {} : { state }) })
  const post = async (body: string) => (await fetch(running.chain.rpcUrl, { method: 'POST', body })).text()
  return {
    ...running,
    post,
    async ask(method: string, ...params: unknown[]) {
      const { result, error } = JSON.parse(await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
    /** Skips `slots` at once. */
    skip: (slots: number) =>
      post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_skipSlots', params: [slots] })),
  }
}

export type TestChain = Awaited<ReturnType<typeof startTestChain>>
