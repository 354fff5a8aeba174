import { isNamespace, type Namespace } from '@billfold/protocol/caip'
import { familyOf } from '@billfold/protocol/wc/namespaces'
import type { AskedRequest, Describe, Described, Known } from './describe.ts'
import { asItCame } from './readableText.ts'

/** The code that describes each family's requests, fetched on demand. */
const families: Readonly<Record<Namespace, () => Promise<Describe>>> = {
  eip155: async () => (await import('./describeEvm.ts')).describeEvm,
  solana: async () => (await import('./describeSolana.ts')).describeSolana,
  bip122: async () => (await import('./describeBitcoin.ts')).describeBitcoin,
  polkadot: async () => (await import('./describePolkadot.ts')).describePolkadot,
}

/** Describes a request to sign or send. An unknown one shows raw. */
export async function describeRequest(request: AskedRequest, known: Known): Promise<Described> {
  const { chainId, method, params } = request
  const family = familyOf(chainId)
  const described = isNamespace(family) ? await (await families[family]())(request, known) : undefined
  return (
    described ?? {
      title: method,
      facts: [],
      text: asItCame(params),
      caution: 'Unknown request type.',
    }
  )
}
