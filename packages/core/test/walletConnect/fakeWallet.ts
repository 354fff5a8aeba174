import { openEnvelope, sealEnvelope } from '@billfold/protocol/wc/anyEnvelope'
import { deriveSymKey, generateKeyPair } from '@billfold/protocol/wc/keyAgreement'
import { approveNamespaces, type SessionNamespaces } from '@billfold/protocol/wc/namespaces'
import { sessionMethods } from '@billfold/protocol/wc/session'
import { topicOf } from '@billfold/protocol/wc/topicOf'
import { parsePairingUri } from '@billfold/protocol/wc/uri'
import { type memoryRelay, settle } from './memoryRelay.ts'
import { supportedByFake } from './supportedByFake.ts'

type WireMessage = { id: number; method?: string; params?: unknown; result?: unknown; error?: { code: number } }
type Over = {
  reject?: { code: number; message: string }
  settle?: boolean
  controller?: string
  /** The key it claims to respond with. */
  responder?: string
  expiry?: number
  accounts?: string[]
  methods?: string[]
  /** Additional grants beyond the request. */
  more?: SessionNamespaces
  /** Its only grants. */
  only?: SessionNamespaces
  /** Additional session properties. */
  properties?: Record<string, unknown>
  /** The raw settlement message. */
  raw?: unknown
}

/** A wallet directly at the relay that may violate every rule. */
export function fakeWallet(server: ReturnType<typeof memoryRelay>) {
  let id = 1_700_000_000_000_000
  let symKey = ''
  let topic = ''
  let answer: ((request: WireMessage) => unknown) | undefined
  const keys = new Map<string, string>()
  const received: WireMessage[] = []
  const refusals: { code: number }[] = []
  const say = (message: object, key = symKey) =>
    server.publish({ topic: topicOf(key), message: sealEnvelope(JSON.stringify(message), { symKey: key }) })

  const publishAll = server.mailbox.push.bind(server.mailbox)
  server.mailbox.push = (...items) => {
    const length = publishAll(...items)
    for (const item of items) if (item.from !== -1) hear(item)
    return length
  }
  function hear({ topic: at, message }: { topic: string; message: string }): void {
    const key = keys.get(at)
    if (!key) return
    const parsed = JSON.parse(openEnvelope(message, { symKey: key }).message) as WireMessage
    received.push(parsed)
    if (parsed.error) refusals.push(parsed.error)
    if (parsed.method === 'wc_sessionRequest' && answer)
      say({ id: parsed.id, jsonrpc: '2.0', result: answer(parsed) }, key)
  }
  const lastId = () => received.findLast((item) => item.method !== undefined)?.id ?? 0

  return {
    received,
    refusals,
    say,
    lastId,
    async pair(uri: string, over: Over = {}) {
      const pairing = parsePairingUri(uri)
      keys.set(pairing.topic, pairing.symKey)
      const { tag } = sessionMethods.wc_sessionPropose.request
      const published = server.mailbox.find((m) => m.topic === pairing.topic && m.tag === tag)
      const proposal = JSON.parse(openEnvelope(published!.message, { symKey: pairing.symKey }).message) as {
        id: number
        params: { proposer: { publicKey: string }; optionalNamespaces: never; requiredNamespaces: never }
      }
      if (over.reject) {
        say({ id: proposal.id, jsonrpc: '2.0', error: over.reject }, pairing.symKey)
        return settle()
      }
      const own = generateKeyPair()
      symKey = deriveSymKey(own.privateKey, proposal.params.proposer.publicKey)
      topic = topicOf(symKey)
      keys.set(topic, symKey)
      const result = { relay: { protocol: 'irn' }, responderPublicKey: over.responder ?? own.publicKey }
      say({ id: proposal.id, jsonrpc: '2.0', result }, pairing.symKey)
      await settle()
      if (over.settle === false) return
      const { requiredNamespaces, optionalNamespaces } = proposal.params
      const approved = approveNamespaces(requiredNamespaces, optionalNamespaces, supportedByFake)
      const namespaces = over.only ?? { ...approved, ...over.more }
      const eip155 = approved.eip155!
      if (over.accounts) namespaces.eip155 = { ...eip155, chains: [], accounts: over.accounts }
      if (over.accounts?.length === 0) delete namespaces.solana
      if (over.methods) namespaces.eip155 = { ...eip155, methods: [...eip155.methods, ...over.methods] }
      const params = over.raw ?? {
        relay: { protocol: 'irn' },
        namespaces,
        controller: {
          publicKey: over.controller ?? own.publicKey,
          metadata: { name: 'Fake', description: '', url: '', icons: [] },
        },
        expiry: over.expiry ?? 1_700_000_000 + 604_800,
        ...(over.properties ? { sessionProperties: over.properties } : {}),
      }
      say({ id: ++id, jsonrpc: '2.0', method: 'wc_sessionSettle', params })
      await settle()
    },
    send: (method: string, params: unknown, as = ++id) => say({ id: as, jsonrpc: '2.0', method, params }),
    /** The right topic, the wrong key. */
    forge: (key: string, message: object) =>
      server.publish({ topic, message: sealEnvelope(JSON.stringify(message), { symKey: key }) }),
    answers(next: typeof answer) {
      answer = next
    },
    answerNow: (result: unknown = answer?.({ id: 0 })) => say({ id: lastId(), jsonrpc: '2.0', result }),
    answerOn: (uri: string, as: number, result: unknown) =>
      say({ id: as, jsonrpc: '2.0', result }, parsePairingUri(uri).symKey),
  }
}
