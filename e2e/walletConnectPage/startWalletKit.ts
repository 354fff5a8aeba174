import { approveNamespaces } from '@billfold/protocol/wc/namespaces'
import { initWalletKit } from '@billfold/testkit/test/initWalletKit'
import { answerRequest, type Signing } from '@billfold/testkit/walletconnect/answerRequest'
import { supportedNamespaces } from '@billfold/testkit/walletconnect/supportedNamespaces'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'

type Options = {
  relayUrl: string
  chains: readonly string[]
  signing: Signing
  /** Whether it waits a second between two requests, as wallets do by default. */
  waits?: boolean
}

/** The most common wallet SDK, with real keys of four families; approves by default. */
export async function startWalletKit({ relayUrl, chains, signing, waits = true }: Options) {
  const wallet = await initWalletKit(relayUrl, 'Other people’s wallet', { waits })
  const { kit } = wallet
  const supported = await supportedNamespaces(signing, chains)
  const behaviour = {
    says: 'yes' as 'yes' | 'no',
    /** Runs before it responds. */
    thinks: Promise.resolve(),
  }
  const no = { code: 5000, message: 'User rejected.' }
  kit.on('session_proposal', async ({ id, params }) => {
    if (behaviour.says === 'no') return void (await kit.rejectSession({ id, reason: no }))
    const { requiredNamespaces, optionalNamespaces } = params
    const namespaces = approveNamespaces(requiredNamespaces as never, optionalNamespaces as never, supported)
    await kit.approveSession({ id, namespaces: namespaces as never })
  })
  kit.on('session_request', async ({ id, topic, params }) => {
    await behaviour.thinks
    const { method, params: requestParams } = params.request
    const work =
      behaviour.says === 'no'
        ? Promise.reject(no)
        : answerRequest(signing, { ...params, method, params: requestParams })
    const response = await work.then(
      (result) => ({ result }),
      ({ code, message }: { code?: number; message: string }) => ({ error: { code: code ?? -32603, message } }),
    )
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...response } as never })
  })
  kit.on('session_authenticate', async ({ id, params }) => {
    const { methods = [] } = supported.eip155 ?? {}
    const known = chains.filter((chain) => chain.startsWith('eip155:'))
    const authPayload = populateAuthPayload({ authPayload: params.authPayload, chains: known, methods })
    const account = await signing.keys.eip155()
    const iss = `${known[0]}:${account.address}`
    const message = kit.formatAuthMessage({ request: authPayload, iss })
    const s = await account.signMessage({ message })
    const auth = buildAuthObject(authPayload, { t: 'eip191', s }, iss)
    await kit.approveSessionAuthenticate({ id, auths: [auth] })
  })
  return { ...wallet, supported, behaviour }
}
