import { approveNamespaces } from '@billfold/protocol/wc/namespaces'
import { answerRequest, type Signing } from '@billfold/testkit/walletconnect/answerRequest'
import { supportedNamespaces } from '@billfold/testkit/walletconnect/supportedNamespaces'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'

type Heard = 'session_request' | 'session_delete'
type Options = { relayUrl: string; chains: readonly string[]; signing: Signing }

process.env.IS_VITEST = 'true' // the SDK's own switch for its calls to its vendor

/** The wallet most wallets are made of, with real keys of four families; says yes unless told. */
export async function startWalletKit({ relayUrl, chains, signing }: Options) {
  const core = new Core({
    projectId: 'test',
    relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    storageOptions: { database: ':memory:' },
    customStoragePrefix: crypto.randomUUID(),
  })
  const kit = await WalletKit.init({
    core: core as never, // its own types disagree under exactOptionalPropertyTypes
    metadata: { name: 'Other people’s wallet', description: '', url: 'https://wallet.example', icons: [] },
    signConfig: { disableRequestQueue: true },
  })
  const supported = await supportedNamespaces(signing, chains)
  const behaviour = {
    says: 'yes' as 'yes' | 'no',
    /** Waited for before an answer is given. */
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
    const { method, params: asked } = params.request
    const work =
      behaviour.says === 'no' ? Promise.reject(no) : answerRequest(signing, { ...params, method, params: asked })
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
  return {
    kit,
    supported,
    behaviour,
    // Not the kit's own `once`: it ends what `on` was promised of the same name, and the wallet would never hear again.
    next: (name: Heard) => new Promise<{ topic: string }>((done) => void kit.engine.signClient.events.once(name, done)),
    topics: () => Object.keys(kit.getActiveSessions()),
    close: async () => {
      core.heartbeat.stop()
      await core.relayer.transportClose()
    },
  }
}
