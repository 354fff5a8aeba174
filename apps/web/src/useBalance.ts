import { parse } from '@billfold/protocol/contract'
import type { WalletProvider } from '@billfold/react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

const amount = z.string().check(z.regex(/^0x[0-9a-fA-F]+$/))
const askEveryMs = 3_000
const deadlineMs = 5_000

/** The balance from the wallet's own chain, polled every few seconds; `unknown` while the wallet cannot tell. */
export function useBalance(provider: WalletProvider | undefined, address: string, chainId: unknown) {
  const [balance, setBalance] = useState<bigint | 'unknown' | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another chain the same question has another answer.
  useEffect(() => {
    if (!provider) return
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    setBalance(null)
    async function read(from: WalletProvider): Promise<void> {
      let late: ReturnType<typeof setTimeout> | undefined
      const deadline = new Promise<never>((_, reject) => {
        late = setTimeout(reject, deadlineMs)
      })
      const request = from.request({ method: 'eth_getBalance', params: [address, 'latest'] })
      const next = await Promise.race([request.then((value) => BigInt(parse(amount, value))), deadline]).catch(
        () => 'unknown' as const,
      )
      clearTimeout(late)
      if (gone) return
      setBalance(next)
      timer = setTimeout(read, askEveryMs, from)
    }
    void read(provider)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [provider, address, chainId])
  return balance
}
