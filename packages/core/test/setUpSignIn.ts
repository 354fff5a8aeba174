import { privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { connectWallet } from '../src/features/connect/connectWallet.ts'
import { infoOf } from '../src/model/connector.ts'
import type { Siwx, SiwxSession } from '../src/model/siwx.ts'
import { installSignIn } from '../src/reactions/installSignIn.ts'
import { puppetConnector, sessionOf } from './puppetConnector.ts'
import { setUpKit, until } from './setUpKit.ts'

export const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
export const second = privateKeyToAccount(`0x${'22'.repeat(32)}`)

/** A site with sign-in that accepts everything, and its recorded calls. */
export function scriptedSiwx(over: Partial<Siwx> = {}) {
  let kept: SiwxSession[] = []
  const siwx: Siwx = {
    createMessage: async ({ accountAddress, chainId }) => ({
      accountAddress,
      chainId,
      domain: 'site.example',
      uri: 'https://site.example/app',
      version: '1',
      nonce: 'abcdefgh12345678',
      issuedAt: '2023-11-14T22:13:20.000Z',
    }),
    addSession: vi.fn(async (session: SiwxSession) => void kept.push(session)),
    revokeSession: vi.fn(
      async (chainId, address) =>
        void (kept = kept.filter(({ data }) => data.chainId !== chainId || data.accountAddress !== address)),
    ),
    setSessions: vi.fn(async (sessions) => void (kept = sessions)),
    getSessions: vi.fn(async (chainId, address) =>
      kept.filter(({ data }) => data.chainId === chainId && data.accountAddress === address),
    ),
    ...over,
  }
  return { siwx, kept: () => kept }
}

/** A kit with sign-in, and an EVM wallet of two accounts. */
export function setUpSignIn(siwx: Siwx, over: Parameters<typeof setUpKit>[0] = {}) {
  const parts = setUpKit({ siwx, ...over })
  const { kit } = parts
  installSignIn(kit)
  const wallet = { uses: signer, refuses: false, hold: undefined as Promise<unknown> | undefined }
  const puppet = puppetConnector(
    {},
    {
      accounts: async () => [{ address: wallet.uses.address, type: 'eoa' }],
      async request(_, method, params) {
        if (method !== 'personal_sign') return null
        await wallet.hold
        if (wallet.refuses) throw Object.assign(new Error('no'), { code: 4001 })
        return wallet.uses.signMessage({ message: { raw: (params as [`0x${string}`])[0] } })
      },
    },
  )
  kit.connectors.add(puppet.connector)
  kit.store.send({ type: 'connector/announced', connector: infoOf(puppet.connector) })
  async function connect(networkId: 'eip155:1' | 'eip155:10' = 'eip155:1') {
    kit.store.send({
      type: 'modal/opened',
      view: { name: 'ConnectingExternal', connectorId: 'io.puppet', namespace: 'eip155' },
    })
    const connecting = connectWallet(kit, { connectorId: 'io.puppet', namespace: 'eip155' })
    await vi.waitFor(() => puppet.connectRequests.at(-1) ?? Promise.reject(new Error('not asked')))
    puppet.connectRequests.at(-1)!.resolve(sessionOf(wallet.uses.address, networkId))
    await connecting
  }
  const phase = () => kit.store.get().signIn?.phase
  const reach = (wanted: string) => until(kit, ({ signIn }) => signIn?.phase === wanted)
  const view = () => kit.store.get().modal.history.at(-1)!.name
  const sign = () => kit.store.send({ type: 'signIn/clicked', account: kit.store.get().signIn!.account! })
  const cancel = () => kit.store.send({ type: 'signIn/cancelled', network: 'eip155:1' })
  return { ...parts, wallet, puppet, connect, phase, reach, view, sign, cancel }
}
