import type { Namespace } from '@billfold/protocol/caip'
import { frameVersion } from '@billfold/protocol/frame/frameMessages'
import type { Kit } from '../../kit.ts'
import { createEmbedded, type Embedded } from './createEmbedded.ts'
import { type LoginStorage, loginStorage } from './loginStorage.ts'
import { type Frame, openFrame } from './openFrame.ts'

/** The embedded wallet as the kit holds it: its frame is fetched when someone logs in, or has. */
export type KitEmbedded = Embedded & Frame & { login: LoginStorage }

/** The families that the embedded wallet has accounts in. */
export const embeddedNamespaces = ['eip155', 'solana'] as const satisfies readonly Namespace[]

/** A kit's embedded wallet: the frame wears the kit's theme, knows the site it serves, and tells the store what it asks for. */
export function kitEmbedded(
  kit: Pick<Kit, 'store' | 'ports' | 'options'>,
  lent: {
    walletUrl: string
    namespaces: readonly Namespace[]
    networkId: () => string
    onFailure: (message: string) => void
    open?: typeof openFrame
  },
): KitEmbedded {
  const login = loginStorage(kit.ports.storage)
  const { projectId } = kit.options
  const syncTheme = (ask: Frame['ask']) => {
    const { mode, variables } = kit.store.get().theme
    return ask('SYNC_THEME', { themeMode: mode, themeVariables: variables, w3mThemeVariables: variables })
  }
  const syncSite = (ask: Frame['ask']) => {
    const { metadata, sdkType, sdkVersion } = kit.options
    const { name, description, url, icons } = metadata
    return ask('SYNC_DAPP_DATA', {
      projectId,
      sdkType,
      sdkVersion,
      metadata: { name, description, url, icons: [...icons] },
    })
  }
  let heard: Frame['ask'] | undefined
  // A frame that looks otherwise, or calls the site by its address, is no reason to stop.
  const told = (what: string) => (e: unknown) => kit.ports.log.info(`Could not tell the frame the ${what}`, e)
  const frame = (lent.open ?? openFrame)({
    ports: kit.ports,
    walletUrl: lent.walletUrl,
    src: () => {
      const query = new URLSearchParams({ projectId, chainId: lent.networkId(), version: frameVersion })
      return `${lent.walletUrl.replace(/\/$/, '')}/frame?${query}`
    },
    onReady(ask) {
      heard = ask
      embedded.rebooted()
      void syncTheme(ask).catch(told('theme'))
      void syncSite(ask).catch(told('site'))
    },
    onEvent: ({ name }) => {
      if (name === 'SHOW' || name === 'HIDE')
        kit.store.send({ type: name === 'SHOW' ? 'embedded/shown' : 'embedded/hidden' })
    },
    onFailure: lent.onFailure,
    onDismiss: () => kit.store.send({ type: 'embedded/dismissed' }),
  })
  const stopTheme = kit.store.onEvent(({ type }) => {
    if (heard && type.startsWith('theme/')) void syncTheme(heard).catch(told('theme'))
  })
  const embedded = createEmbedded(lent.namespaces, {
    ports: kit.ports,
    login,
    ask: frame.ask,
    preferred(namespace) {
      // Only EVM has two kinds. The smart one where no one says anything, as in AppKit.
      if (namespace !== 'eip155') return undefined
      const type = login.get('preferred') ?? kit.options.defaultAccountTypes?.[namespace]
      return type === 'eoa' ? 'eoa' : 'smartAccount'
    },
    announce: kit.store.send,
  })
  return {
    ...embedded,
    ...frame,
    login,
    dispose() {
      stopTheme()
      embedded.end()
      frame.dispose()
    },
  }
}
