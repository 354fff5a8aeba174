import { familyOf, type SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { methodsOf, type Signing } from './answerRequest.ts'

/** All that a wallet with these keys grants on these chains: an account on each, and what it can sign there. */
export async function supportedNamespaces(
  { keys, ...ways }: Pick<Signing, 'keys' | 'solanaRpc' | 'esplora'>,
  chains: readonly string[],
): Promise<SessionNamespaces> {
  const given: SessionNamespaces = {}
  for (const chain of chains) {
    const family = familyOf(chain)
    const entry = given[family] ?? {
      chains: [],
      accounts: [],
      methods: methodsOf(family, ways),
      events: ['accountsChanged', 'chainChanged'],
    }
    entry.chains?.push(chain)
    entry.accounts.push(`${chain}:${await keys.addressOn(chain)}`)
    given[family] = entry
  }
  return given
}
