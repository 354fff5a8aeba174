import { KitError } from '@billfold/protocol/error'
import { concat, decodeErrorResult, encodeAbiParameters, type Hex, isAddressEqual, parseAbi } from 'viem'
import * as z from 'zod/mini'
import { lowerHex } from '../../chains/eip155/hex.ts'
import { chargeVisitor, workCosts } from '../../limits/workCosts.ts'
import { type FetchJson, fetchJson as realFetchJson } from '../../rpc/fetchJson.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import type { ReadGateway } from './ensReader.ts'
import { revertDataOf } from './revertDataOf.ts'

const abi = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
])
const selector = '0x556f1830'
const bytes = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
/** One gateway may send on to another, but not forever. */
const maxLookups = 4

type Options = { hosts: readonly string[]; fetchJson?: FetchJson; deadlineMs?: number }

/**
 * Reads what resolvers keep off the chain (EIP-3668), from the hosts an operator lists and no others: anyone who owns a name writes
 * the address down, and it could be one inside our own network. What a gateway says is checked by its contract on the chain.
 */
export function createReadGateway({ hosts, fetchJson = realFetchJson, deadlineMs = 4_000 }: Options): ReadGateway {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))

  async function ask(
    urls: readonly string[],
    sender: string,
    data: Hex,
    signal: AbortSignal,
  ): Promise<Hex | undefined> {
    for (const template of urls.slice(0, 5)) {
      const url = template.replaceAll('{sender}', lowerHex(sender)).replaceAll('{data}', data)
      if (!URL.canParse(url) || new URL(url).protocol !== 'https:' || !allowed.has(new URL(url).host)) continue
      const request = template.includes('{data}') ? { url } : { url, body: { data, sender } }
      try {
        const { status, json } = await fetchJson(request, { signal, deadlineMs, maxBytes: 100_000 })
        const answer = z.safeParse(z.object({ data: bytes }), json)
        if (status >= 200 && status < 300 && answer.success) return answer.data.data as Hex
        // It was understood and refused: the standard says that others are not asked then.
        if (status >= 400 && status < 500) return undefined
      } catch (e) {
        if (e instanceof KitError && e.code === 'aborted') throw e // the caller is gone; otherwise tries the next gateway
      }
    }
    return undefined
  }

  return async (revertData, to, call, signal) => {
    let reverted: Hex | undefined = revertData
    for (let turn = 0; turn < maxLookups && reverted?.startsWith(selector); turn++) {
      const lookup = readLookup(reverted)
      if (!lookup) return undefined
      const [sender, urls, callData, callback, extraData] = lookup
      // Only the queried contract may name gateways.
      if (!isAddressEqual(sender, to)) return undefined
      chargeVisitor(workCosts.strangersHost)
      const answer = await ask(urls, sender, callData, signal)
      if (!answer) return undefined
      const data = concat([callback, encodeAbiParameters([{ type: 'bytes' }, { type: 'bytes' }], [answer, extraData])])
      try {
        const result = await call('eth_call', [{ to, data }, 'latest'], signal)
        const checked = z.safeParse(bytes, result)
        return checked.success ? (checked.data as Hex) : undefined
      } catch (e) {
        if (!(e instanceof RpcError)) throw e
        reverted = revertDataOf(e)
      }
    }
    return undefined
  }
}

function readLookup(data: Hex) {
  try {
    return decodeErrorResult({ abi, data }).args
  } catch {
    return undefined // it begins like a lookup but is not one
  }
}
