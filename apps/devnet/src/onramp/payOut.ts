import { setTimeout as sleep } from 'node:timers/promises'
import type { DevnetManifest } from '@billfold/protocol/devnetManifest'

export type Payment = { chainId: string; token: string | null; address: string; amount: bigint }
export type PayOut = {
  /** Sends sold coins from the faucet's account; resolves with the transaction's hash. */
  send(payment: Payment): Promise<string>
  /** Whether a transaction succeeded, once the chain has it. */
  settle(chainId: string, hash: string, signal: AbortSignal): Promise<boolean>
}

const deadlineMs = 10_000

/** Pays sold coins out: real transactions on the local network's chains. */
export function createPayOut(devnetUrl: string, readManifest: () => Promise<DevnetManifest>): PayOut {
  const rpcUrlOf = async (chainId: string) => {
    const { chains, solana } = await readManifest()
    if (solana && chainId === `solana:${solana.id}`) return { isSolana: true, url: solana.rpcUrl }
    return { isSolana: false, url: chains.find(({ id }) => chainId === `eip155:${id}`)?.rpcUrl ?? '' }
  }
  return {
    async send({ chainId, token, address, amount }) {
      const { isSolana, url } = await rpcUrlOf(chainId)
      if (isSolana) return String(await call(url, 'requestAirdrop', [address, Number(amount)]))
      const paid = await post(`${devnetUrl}/payout`, {
        ...{ chainId: Number(chainId.split(':')[1]), address, token },
        amount: String(amount),
      })
      const [hash] = (paid as { hashes?: string[] }).hashes ?? []
      if (!hash) throw new Error('The network did not pay.')
      return hash
    },
    async settle(chainId, hash, signal) {
      const { isSolana, url } = await rpcUrlOf(chainId)
      for (;;) {
        const done = isSolana ? await solanaEnd(url, hash) : await evmEnd(url, hash)
        if (done !== undefined) return done
        await sleep(250, undefined, { signal, ref: false })
      }
    },
  }
}

async function evmEnd(url: string, hash: string): Promise<boolean | undefined> {
  const receipt = (await call(url, 'eth_getTransactionReceipt', [hash])) as { status: string } | null
  return receipt ? receipt.status === '0x1' : undefined
}

async function solanaEnd(url: string, hash: string): Promise<boolean | undefined> {
  const { value } = (await call(url, 'getSignatureStatuses', [[hash]])) as {
    value: ({ err: unknown; confirmationStatus: string } | null)[]
  }
  const [status] = value
  if (status?.err) return false
  return status && status.confirmationStatus !== 'processed' ? true : undefined
}

async function call(url: string, method: string, params: unknown[]): Promise<unknown> {
  const answer = await post(url, { jsonrpc: '2.0', id: 1, method, params })
  const { result, error } = answer as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(error.message)
  return result
}

async function post(url: string, body: unknown): Promise<unknown> {
  const signal = AbortSignal.timeout(deadlineMs)
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal })
  const answer = (await response.json()) as { error?: unknown }
  if (!response.ok) throw new Error(String(answer.error))
  return answer
}
