import { type HttpReply, type HttpRequest, json, type OpenHttpServer } from '../openHttpServer.ts'
import { readTx } from './bcoin.ts'
import type { BlockTimer } from './blockTimer.ts'
import { esploraRoutes } from './esploraRoutes.ts'
import type { Ledger } from './ledger.ts'
import { TxRefusal } from './refuseTx.ts'

type Options = {
  http: OpenHttpServer
  ledger: Ledger
  timer: BlockTimer
  faucet(text: string): Promise<HttpReply>
}

/** The maximum number of blocks that one request can mine. */
const maxBlocks = 200

/** Serves Esplora's API, the faucet, and mining on request. */
export function serveBitcoin({ http, ledger, timer, faucet }: Options): void {
  const read = esploraRoutes(ledger)

  async function broadcast(raw: string): Promise<HttpReply> {
    try {
      return { status: 200, type: 'text/plain', body: await ledger.submit(decode(raw.trim())) }
    } catch (error) {
      if (!(error instanceof TxRefusal)) throw error
      const errorText = JSON.stringify({ code: error.code, message: error.message })
      return { status: 400, type: 'text/plain', body: `sendrawtransaction RPC error: ${errorText}` }
    }
  }

  async function blocks(text: string): Promise<HttpReply> {
    const { mine, every } = readBlocks(text)
    if (every !== undefined) timer.set(every)
    const hashes: string[] = []
    while (hashes.length < mine) hashes.push(await ledger.mine())
    return json(200, { height: ledger.height(), hashes })
  }

  const posts: Readonly<Record<string, (text: string) => Promise<HttpReply>>> = {
    '/tx': broadcast,
    '/faucet': faucet,
    '/devnet/blocks': blocks,
  }

  http.serve(async (request: HttpRequest): Promise<HttpReply> => {
    const { method, path } = request
    if (path === '/health') return { status: 200, type: 'text/plain', body: 'ok' }
    const post = Object.hasOwn(posts, path) ? posts[path] : undefined
    if (post) return method === 'POST' ? post(await request.text()) : json(405, { error: `${path} requires POST.` })
    if (method !== 'GET' && method !== 'HEAD') return json(405, { error: `${path} requires GET.` })
    return read(path) ?? { status: 404, type: 'text/plain', body: 'endpoint does not exist.' }
  })
}

function decode(hex: string) {
  try {
    if (!/^([0-9a-fA-F]{2})+$/.test(hex)) throw new Error('not hex')
    const tx = readTx(Buffer.from(hex, 'hex'))
    if (tx.toRaw().toString('hex') !== hex.toLowerCase()) throw new Error('trailing bytes after the transaction')
    return tx
  } catch {
    throw new TxRefusal('TX decode failed. Make sure the tx has at least one input.', -22)
  }
}

/** Reads a mining request: how many blocks to mine now, and the seconds between later ones. Malformed parts are ignored. */
function readBlocks(text: string): { mine: number; every: number | undefined } {
  const whole = (value: unknown, most: number) =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most ? Number(value) : undefined
  try {
    const { mine, every } = JSON.parse(text)
    return { mine: whole(mine, maxBlocks) ?? 0, every: whole(every, 3600) }
  } catch {
    return { mine: 0, every: undefined } // not JSON
  }
}
