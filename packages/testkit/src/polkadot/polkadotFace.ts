import { type SignerPayload, signedBytes } from '@billfold/protocol/polkadot/extrinsic'
import { bytesOf, hexOf } from '@billfold/protocol/polkadot/scale'
import type { LoggedRequest } from '../createProvider.ts'
import { publishedMnemonic } from '../keyring.ts'
import { providerError } from '../providerError.ts'
import { type RpcTransport, requestRpc } from '../requestRpc.ts'
import { standardFace } from '../standardFace.ts'
import { confirm, type WalletContext } from '../walletContext.ts'
import type { WalletWindow } from '../walletWindow.ts'
import type { PolkadotKey } from './polkadotKey.ts'

/** The wallet's Polkadot chain and keys. */
export type PolkadotOptions = {
  /** The one chain of which the window speaks; keys are good for all. */
  chain: `polkadot:${string}`
  /** The words that the keys are derived from; the published test mnemonic by default. */
  mnemonic?: string
  /** The chain's node: with it the window says what a transaction does. */
  rpcUrl?: string
}

type Account = { address: string; name: string; type: 'ed25519' }
type Injected = { injectedWeb3?: Record<string, unknown> }

const marks = [new TextEncoder().encode('<Bytes>'), new TextEncoder().encode('</Bytes>')] as const

/** The wallet's Polkadot face: an entry of `injectedWeb3` that shares accounts and signs messages and transactions. */
export function polkadotFace(
  context: WalletContext,
  log: LoggedRequest[],
  {
    name,
    chain,
    mnemonic = publishedMnemonic,
    rpcUrl,
    transport,
  }: PolkadotOptions & { name: string; transport: RpcTransport },
) {
  const { session } = context
  const network = `Polkadot ${chain.split(':')[1]?.slice(0, 8)}`
  const key = async (index: number): Promise<PolkadotKey> =>
    (await import('./polkadotKey.ts')).polkadotKey(mnemonic, chain, index)
  const face = standardFace<Account>(context, log, {
    family: 'polkadot',
    network,
    share: async (index) => [{ address: (await key(index)).address, name: `Account ${index}`, type: 'ed25519' }],
  })

  /** The key of an account, if this site may use it now: asked before a person is, and after. */
  async function keyFor(address: string, refusal: string): Promise<PolkadotKey> {
    const own = await key(session.get().accountIndex)
    if (!session.get().connected.polkadot || own.address !== address) throw providerError('unauthorized', refusal)
    return own
  }
  const mayUse = (address: string) => keyFor(address, 'This site may not use this account')
  const stillMayUse = (address: string) => keyFor(address, 'The account was changed in the wallet')
  let signatures = 0
  const signed = async (address: string, bytes: Uint8Array) => {
    const own = await stillMayUse(address)
    // In front, the kind of the key: ed25519.
    return { id: ++signatures, signature: hexOf(Uint8Array.of(0, ...(await own.sign(Uint8Array.from(bytes))))) }
  }

  /** Undefined if the chain's node does not respond: the window then shows the raw call. */
  const describe = async (payload: SignerPayload) => {
    if (rpcUrl === undefined) return undefined
    const { describeExtrinsic } = await import('./describeExtrinsic.ts')
    const ask = (method: string, params: readonly unknown[]) => requestRpc(rpcUrl, method, params, transport)
    return describeExtrinsic(payload, ask).catch(() => undefined)
  }

  const signRaw = ({ address, data }: { address: string; data: string }) =>
    face.logged('polkadot:signRaw', { address, data }, async () => {
      await mayUse(address)
      const bytes = bytesOf(data)
      await confirm(context, 'polkadot:signRaw', { kind: 'message', account: address, network, bytes })
      // Around the text, as every Polkadot wallet has it, so that it can never be a transaction.
      const [open, close] = marks
      return signed(address, Uint8Array.of(...open, ...bytes, ...close))
    })

  const signPayload = (payload: SignerPayload) =>
    face.logged('polkadot:signPayload', payload, async () => {
      const { address, method, nonce } = payload
      await mayUse(address)
      if (payload.genesisHash.slice(2, 34) !== chain.split(':')[1])
        throw providerError('chain_unknown', `The wallet does not know the chain ${payload.genesisHash}`)
      const steps = await describe(payload)
      const question = {
        kind: 'extrinsic',
        account: address,
        network,
        call: method,
        nonce: Number(nonce),
        steps,
      } as const
      await confirm(context, 'polkadot:signPayload', question)
      return signed(address, signedBytes(payload))
    })

  const entry = Object.freeze({
    version: '1.0.0',
    async enable() {
      await face.connect('polkadot:enable', {})
      return Object.freeze({
        name,
        version: '1.0.0',
        accounts: {
          // A locked wallet is opened before it tells of accounts.
          get: async () => (await face.connect('polkadot:accounts', {})).accounts,
          subscribe(listener: (accounts: readonly Account[]) => void) {
            listener(face.accounts())
            return face.on('change', ({ accounts }) => listener(accounts))
          },
        },
        signer: { signRaw, signPayload },
      })
    },
  })

  return {
    /** Puts the wallet where pages look for it; returns how to take it away. */
    install(window: WalletWindow): () => void {
      const page = window as Injected
      const all = page.injectedWeb3 ?? {}
      page.injectedWeb3 = all
      all[name] = entry
      return () => void delete all[name]
    },
  }
}
