import type { Namespace } from '@billfold/protocol/caip'
import { frameVersion } from '@billfold/protocol/frame/frameMessages'
import type { Kit } from '../../kit.ts'
import type { Frame, KitEmbedded } from '../../model/kitEmbedded.ts'
import { createEmbedded } from './createEmbedded.ts'
import { loginStorage } from './loginStorage.ts'
import { openFrame } from './openFrame.ts'

/** The families in which the embedded wallet has accounts. */
export const embeddedNamespaces = ['eip155', 'solana'] as const satisfies readonly Namespace[]

/** A kit's embedded wallet: themes the frame, identifies the site, and stores its prompts. */
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
  let askFrame: Frame['ask'] | undefined
  // A wrong theme or site name in the frame is not fatal.
  const logFailure = (what: string) => (e: unknown) => kit.ports.log.info(`Could not tell the frame the ${what}`, e)
  const frame = (lent.open ?? openFrame)({
    ports: kit.ports,
    walletUrl: lent.walletUrl,
    src: () => {
      const query = new URLSearchParams({ projectId, chainId: lent.networkId(), version: frameVersion })
      return `${lent.walletUrl.replace(/\/$/, '')}/frame?${query}`
    },
    onReady(ask) {
      askFrame = ask
      embedded.rebooted()
      void syncTheme(ask).catch(logFailure('theme'))
      void syncSite(ask).catch(logFailure('site'))
    },
    onEvent: ({ name }) => {
      if (name === 'SHOW' || name === 'HIDE')
        kit.store.send({ type: name === 'SHOW' ? 'embedded/shown' : 'embedded/hidden' })
    },
    onFailure: lent.onFailure,
    onDismiss: () => kit.store.send({ type: 'embedded/dismissed' }),
  })
  const stopTheme = kit.store.onEvent(({ type }) => {
    if (askFrame && type.startsWith('theme/')) void syncTheme(askFrame).catch(logFailure('theme'))
  })
  const embedded = createEmbedded(lent.namespaces, {
    ports: kit.ports,
    login,
    ask: frame.ask,
    preferred(namespace) {
      // Only EVM has two types. Defaults to the smart account, like AppKit.
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
