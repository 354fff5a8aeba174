import { addressesOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import type { State } from '@billfold/core/model/state'
import type { CreateConnectorFn } from '@wagmi/core'
import type { AppKit } from './api/AppKit.ts'
import type { WalletProvider } from './api/walletProvider.ts'

type Address = `0x${string}`
type Session = { accounts: readonly [Address, ...Address[]]; chainId: number }

/**
 * The kit as a wagmi connector: connecting opens the modal, and wagmi's hooks follow the visitor's actions in it and in
 * their wallet. Wagmi is the site's own; nothing of it comes with the kit.
 */
export function billfoldConnector(appKit: AppKit): CreateConnectorFn<WalletProvider | undefined> {
  const { store } = appKit.kit
  const now = () => sessionOf(store.get())

  return ({ chains, emitter }) => ({
    id: 'billfold',
    name: 'Billfold',
    type: 'billfold',
    async setup() {
      // The kit lives as long as the page, like wagmi's configuration, so nothing ever stops this.
      store.subscribe((after, before) => {
        const [is, was] = [sessionOf(after), sessionOf(before)]
        if (is && !was) emitter.emit('connect', is)
        else if (!is && was) emitter.emit('disconnect')
        else if (is && was && (is.chainId !== was.chainId || is.accounts.join() !== was.accounts.join()))
          emitter.emit('change', is)
      })
    },
    async connect({ chainId, isReconnecting } = {}) {
      const session = isReconnecting ? await settled(appKit) : await chosen(appKit)
      if (chainId !== undefined && chainId !== session.chainId && this.switchChain) await this.switchChain({ chainId })
      // Wagmi lets a connector answer with capabilities if asked for; wallets behind the kit are not asked for any.
      return (now() ?? session) as never
    },
    disconnect: () => appKit.disconnect('eip155'),
    getAccounts: async () => now()?.accounts ?? [],
    getChainId: async () => now()?.chainId ?? Number(appKit.getCaipNetwork('eip155')?.id),
    getProvider: async () => appKit.getProvider<WalletProvider>('eip155'),
    async isAuthorized() {
      return settled(appKit).then(
        () => true,
        () => false,
      )
    },
    async switchChain({ chainId }) {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw new Error(`Chain ${chainId} is not one of this site's`)
      await appKit.switchNetwork(chain)
      return chain
    },
    // The kit hears of these first and tells it above.
    onAccountsChanged() {},
    onChainChanged() {},
    onDisconnect() {},
  })
}

function sessionOf(state: State): Session | undefined {
  const account = connectedAccount(state, 'eip155')
  if (!account) return undefined
  return {
    accounts: addressesOf(account) as [Address, ...Address[]],
    chainId: Number(account.networkId.slice('eip155:'.length)),
  }
}

/** The session once the kit knows whether the wallet of an earlier visit is there; rejects if it is not. */
const settled = (appKit: AppKit): Promise<Session> =>
  outcomeOf(appKit, (state) => state.account.eip155.status !== 'reconnecting')

/** The session the visitor chooses in the modal; rejects when they close it without. */
function chosen(appKit: AppKit): Promise<Session> {
  if (sessionOf(appKit.kit.store.get())) return settled(appKit)
  void appKit.open({ view: 'Connect', namespace: 'eip155' })
  return outcomeOf(appKit, (state) => !state.modal.open && state.account.eip155.status !== 'connecting')
}

function outcomeOf({ kit }: AppKit, isOver: (state: State) => boolean): Promise<Session> {
  return new Promise((resolve, reject) => {
    const look = (state: State) => {
      const session = sessionOf(state)
      if (!session && !isOver(state)) return
      stop()
      if (session) resolve(session)
      else reject(rejected('No wallet was connected'))
    }
    const stop = kit.store.subscribe(look)
    look(kit.store.get())
  })
}

/** An error by whose number wagmi knows a visitor's no. */
const rejected = (message: string) =>
  Object.assign(new Error(message), { name: 'UserRejectedRequestError', code: 4001 })
