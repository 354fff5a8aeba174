import { balancesApi, balancesRoutes } from '@billfold/protocol/api/balances'
import { bundlerPath, paymasterPath } from '@billfold/protocol/api/rpc'
import { hexOf } from '@billfold/protocol/bytes'
import { deviceLabel } from '@billfold/protocol/deviceLabel'
import { networkNamesApi, networkNamesRoutes } from '@billfold/protocol/embedded/networkNames'
import { smartAccountApi, smartAccountRoutes } from '@billfold/protocol/embedded/smartAccount'
import { answerFrame } from '@billfold/protocol/frame/answerFrame'
import {
  type FrameEvent,
  frameVersion,
  maxFrameHeight,
  minFrameHeight,
  type readyMessage,
  writeEvent,
} from '@billfold/protocol/frame/frameMessages'
import type { FramePort } from '@billfold/protocol/frame/framePort'
import type * as z from 'zod/mini'
import { applyTheme, type Theme } from '../screens/applyTheme.ts'
import { createApprovalUi } from '../screens/approvalUi.ts'
import { createScreenHost } from '../screens/createScreenHost.ts'
import { createScreenQueue, unlessAborted } from '../screens/createScreenQueue.ts'
import { emailScreen } from '../screens/emailScreen.ts'
import { setupLosses } from '../screens/lossList.ts'
import { noticeScreen } from '../screens/noticeScreen.ts'
import { offerWindow } from '../screens/openWalletWindow.ts'
import { runPasskey } from '../screens/runPasskey.ts'
import { runRecovery } from '../screens/runRecovery.ts'
import { runSecurity } from '../screens/runSecurity.ts'
import { showCode } from '../screens/securityScreens.ts'
import { shareEmailScreen } from '../screens/shareEmailScreen.ts'
import { openSpeech } from '../screens/texts/openSpeech.ts'
import { createServerClient } from '../wallet/createServerClient.ts'
import type { Wallet, WalletSettings } from '../wallet/wallet.ts'
import { awaitPort } from './awaitPort.ts'
import { awaitWindowPort } from './awaitWindowPort.ts'
import { createHandlers } from './createHandlers.ts'
import { createNetworkNames } from './createNetworkNames.ts'
import { createNode } from './createNode.ts'
import { createOtherNodes } from './createOtherNodes.ts'
import { createSmart } from './createSmart.ts'
import { createEmailSites } from './emailSites.ts'
import { moveToWindow } from './moveToWindow.ts'
import { createReadAssets } from './readAssets.ts'
import { type FrameSettings, readSettings } from './readSettings.ts'

/** Clients of the API and the nodes for everything about chains. */
function createNodes(
  { nodes, ...of }: { apiUrl: string; projectId: string; nodes: FrameSettings['nodes'] },
  wallet: Wallet,
) {
  const otherNodes = createOtherNodes(nodes)
  const node = createNode(of)
  const server = { url: of.apiUrl, fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init) }
  const smart = createSmart({
    ...{ node, otherNodes, projectId: of.projectId, pass: () => wallet.sponsorPass() },
    api: createServerClient(smartAccountApi, smartAccountRoutes, server),
    bundler: createNode({ ...of, path: bundlerPath }),
    paymaster: createNode({ ...of, path: paymasterPath }),
  })
  const named = createNetworkNames(createServerClient(networkNamesApi, networkNamesRoutes, server), of.projectId)
  const assets = createReadAssets(createServerClient(balancesApi, balancesRoutes, server), { projectId: of.projectId })
  return { node, otherNodes, smart, named, assets }
}

/** Starts the page: announces it, accepts its one port, and answers only through that. */
export async function boot(openWallet: (settings: WalletSettings) => Wallet): Promise<void> {
  const settings = readSettings(document)
  const root = document.documentElement
  const speak = openSpeech()
  const channel = hexOf(crypto.getRandomValues(new Uint8Array(16)))

  const isWindow = window.parent === window
  const query = new URLSearchParams(location.search)
  if (isWindow && query.has('screen') && window.opener) return offerWindow(window, window.opener as Window)
  const opener = query.has('window') ? (window.opener as Window | null) : null
  if (isWindow && !opener) {
    const speech = await speak()
    return createScreenHost(document.body, speech).put(noticeScreen(speech, 'aloneTitle', 'aloneText'))
  }

  const meetPage = async () => {
    const arriving = awaitPort({ self: window, parent: window.parent, origins: settings.origins, channel })
    const payload = { version: frameVersion, channel }
    const ready: z.infer<typeof readyMessage> = { type: '@w3m-frame/READY', payload }
    // Only pages on the project's list can embed us, so all may receive this; `awaitPort` checks who answers.
    window.parent.postMessage(ready, '*')
    return { ...(await arriving), pending: [] as unknown[] }
  }
  const { port: given, origin, pending } = await (isWindow ? awaitWindowPort(window, opener!) : meetPage())
  // A port as both sides of the wire use one.
  const port = given as unknown as FramePort
  const speech = await speak()
  const tell = (event: FrameEvent) => port.postMessage(writeEvent(event))
  const fit = (height: number) =>
    tell({ name: 'SIZE', payload: { height: Math.min(maxFrameHeight, Math.max(minFrameHeight, height)) } })
  const screens = createScreenHost(document.body, speech, fit)

  if (!isWindow && !isStorageAvailable(window))
    return moveToWindow({ self: window, port: given, origin, screens, speech })
  const rest = () => (isWindow ? screens.put(noticeScreen(speech, 'aloneTitle', 'windowText')) : screens.clear())
  rest()
  const enqueue = createScreenQueue({ tell, clear: rest })
  const label = deviceLabel(navigator.userAgent)
  const { projectId, apiUrl, guardianUrl, policy, chainId, signsInSilently, nodes, contracts } = settings
  const wallet = openWallet({ projectId, apiUrl, guardianUrl, policy, deviceLabel: label, language: root.lang })
  const emailSites = createEmailSites(localStorage)
  let theme: Theme = {}
  // An accent may have enough contrast in one color scheme only.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => applyTheme(root, theme))
  answerFrame(
    port,
    createHandlers({
      ...{ wallet, enqueue, speech, origin, chainId, signsInSilently, contracts },
      ...createNodes({ apiUrl, projectId, nodes }, wallet),
      ui: createApprovalUi(screens, speech, origin),
      recover: (ways, signal) => runRecovery({ screens, speech, wallet }, ways, signal),
      unlock: (ways, signal) =>
        runRecovery({ screens, speech, wallet }, ways, signal, { title: 'unlockTitle', text: 'unlockText' }),
      async showFirstCode(code, signal) {
        const losses = await setupLosses(speech, wallet)
        await unlessAborted(showCode({ screens, speech }, code, 'firstCodeText', { losses }), signal)
      },
      connectPasskey: (site, signal) => runPasskey({ screens, speech, wallet, site, deviceLabel: label }, signal),
      changeEmail: (email, signal) => unlessAborted(emailScreen({ screens, speech, wallet }, email), signal),
      showSecurity({ evmAddress }, signal) {
        const own = {
          list: () => emailSites.list(evmAddress),
          remove: (site: string) => emailSites.remove(evmAddress, site),
        }
        return runSecurity({ screens, speech, wallet, deviceLabel: label, emailSites: own }, signal)
      },
      applyTheme(change) {
        theme = {
          themeMode: change.themeMode ?? theme.themeMode,
          themeVariables: { ...theme.themeVariables, ...change.themeVariables },
        }
        applyTheme(root, theme)
      },
      emailSites,
      confirmShareEmail: (email, signal) =>
        unlessAborted(shareEmailScreen({ screens, speech }, { email, origin }), signal),
      // After the response was sent.
      reload: () => setTimeout(() => location.reload()),
    }),
  )
  // Requests of the page from before this window opened.
  for (const data of pending) port.onmessage?.({ data })
  if (isWindow) tell({ name: 'HIDE', payload: undefined })
}

/**
 * Whether the browser allows storage in an embedded page. Probes local storage only: if storage is blocked, even opening a database has
 * crashed browsers.
 */
function isStorageAvailable(page: { readonly localStorage: Storage }): boolean {
  try {
    const key = 'billfold-frame-probe'
    page.localStorage.setItem(key, '1')
    page.localStorage.removeItem(key)
    return true
  } catch {
    return false
  }
}

/**
 * Last page of a login window: posts the result to the site that opened it, and to no other. It is worthless without the key of the
 * device that started the login.
 */
export async function postToOpener(): Promise<void> {
  const resultUri = location.href
  const to = new URLSearchParams(location.hash.slice(1)).get('to')
  // Neither a reload nor the history can repeat it.
  history.replaceState(null, '', location.pathname)
  const { opener } = window as { opener: Window | null }
  if (opener && to && URL.parse(to)?.origin === to) opener.postMessage({ resultUri }, to)
  const speech = await openSpeech()()
  createScreenHost(document.body, speech).put(noticeScreen(speech, 'returnTitle', 'returnText'))
}
