import * as z from 'zod/mini'
import { type BlockHead, blockHead } from './blockHead.ts'

const message = z.object({
  method: z.literal('eth_subscription'),
  params: z.object({ result: blockHead }),
})

type Options = {
  url: string
  signal: AbortSignal
  onHead: (head: BlockHead) => void
  /** True once the node has accepted the subscription, false when the socket is gone. */
  onLive: (live: boolean) => void
}

/**
 * A browser logs an error for a socket that closes before it opens, and until then the page polls the chain: there is
 * no hurry.
 */
const deadlineMs = 20_000

/** Follows a chain's new blocks over WebSocket, and reconnects by itself with backoff. */
export function openHeads({ url, signal, onHead, onLive }: Options): void {
  let pause = 500

  function open(): void {
    if (signal.aborted) return
    const socket = new WebSocket(url)
    const stop = () => socket.close()
    const deadline = setTimeout(stop, deadlineMs)
    signal.addEventListener('abort', stop, { once: true })
    socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    socket.onmessage = (event) => {
      const value = readJson(event.data)
      if (typeof value === 'object' && value !== null && 'id' in value && 'result' in value) {
        clearTimeout(deadline)
        pause = 500
        onLive(true)
        return
      }
      const news = z.safeParse(message, value)
      if (news.success) onHead(news.data.params.result)
    }
    socket.onclose = () => {
      clearTimeout(deadline)
      signal.removeEventListener('abort', stop)
      if (signal.aborted) return
      onLive(false)
      setTimeout(open, pause)
      pause = Math.min(pause * 2, 8_000)
    }
  }

  open()
}

function readJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined // Treat a node with invalid messages as silent; polling still shows the chain.
  }
}
