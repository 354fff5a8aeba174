import { normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import { type ApprovalUi, runApproval } from '../approval/runApproval.ts'
import type { Stage } from '../screens/createStage.ts'
import type { Speech } from '../screens/texts/createSpeech.ts'
import type { Login, Person, RecoveryWay, Wallet } from '../wallet/wallet.ts'
import { answerRpc } from './answerRpc.ts'
import { awaitFarcaster, type Wait } from './awaitFarcaster.ts'
import type { NetworkNames } from './createNetworkNames.ts'
import type { Node } from './createNode.ts'
import type { OtherNodes } from './createOtherNodes.ts'
import type { Smart } from './createSmart.ts'
import type { EmailSites } from './emailSites.ts'
import { chainIdOf, type FrameNetwork, frameNetwork } from './frameNetwork.ts'
import type { ReadAssets } from './readAssets.ts'
import { readSocialResult } from './readSocialResult.ts'
import { signWhileAway } from './signWhileAway.ts'

export type HandlerDeps = {
  wallet: Wallet
  node: Node
  /** The operator's own nodes, whose word is compared with the API's. */
  otherNodes?: OtherNodes
  smart: Smart
  assets: ReadAssets
  /** A network as the person is told of it. */
  named: NetworkNames
  stage: Stage
  ui: ApprovalUi
  /** Shows the ways to unlock a wallet on a new device; resolves with whose it is. */
  recover(ways: readonly RecoveryWay[], signal: AbortSignal): Promise<Person>
  /** Has the person open the wallet with what they have, while the API is away. */
  unlock(ways: readonly RecoveryWay[], signal: AbortSignal): Promise<unknown>
  /** Shows the code that a new wallet began with; resolves when the person has it. */
  showFirstCode(code: string, signal: AbortSignal): Promise<void>
  /** Has the person use a passkey, or make one; resolves with who they are. */
  connectPasskey(site: string, signal: AbortSignal): Promise<Person>
  /** Has the person confirm another address, and type the codes; resolves with it, or nothing where they went back. */
  changeEmail(email: string, signal: AbortSignal): Promise<string | undefined>
  /** Shows devices, recovery and export; resolves when the person is done. */
  showSecurity(person: Person, signal: AbortSignal): Promise<'done' | 'forgotten'>
  emailSites: EmailSites
  /** Has the person decide whether this site sees their email address. */
  askEmail(email: string, signal: AbortSignal): Promise<boolean>
  speech: Speech
  /** Who embeds us, by the browser's word. */
  origin: string
  chainId: string
  /** Whether the operator has sign-ins to the page that asks signed without a screen: the visitor pressed the page's button for it. */
  signsInSilently?: boolean
  applyTheme(theme: {
    themeMode?: 'light' | 'dark' | undefined
    themeVariables?: Record<string, string | number> | undefined
  }): void
  reload(): void
  /** Lets time pass between two questions; the page's own clock unless given. */
  wait?: Wait | undefined
}

/** What the frame does for each request of the page. */
export function createHandlers(deps: HandlerDeps): FrameHandlers {
  const { wallet, node, smart, stage, ui, origin, speech } = deps
  const site = new URL(origin).host
  let active = frameNetwork(deps.chainId)
  const chosen = new Map<FrameNetwork['namespace'], FrameNetwork>([[active.namespace, active]])
  let person: Person | undefined
  /** What a login on a new device left to do. */
  let unlocking: { ways: readonly RecoveryWay[] } | { person: Person; code: string } | undefined

  /** The last sign-in with Farcaster that this page asked for. */
  let farcasterFlow: string | undefined

  const findPerson = async (): Promise<Person | null> => {
    person ??= (await wallet.restore()) ?? undefined
    return person ?? null
  }
  /** Takes in what a login came to; false where the device has still to be let in, or the first code to be shown. */
  const enter = (login: Login): boolean => {
    const isIn = 'person' in login && login.code === undefined
    if (isIn) person = login.person
    unlocking = isIn ? undefined : 'ways' in login ? login : { person: login.person, code: login.code! }
    return isIn
  }
  /** The address that this page had from the visitor itself: it is no secret to it. */
  let typedEmail: string | undefined
  /** The email address as far as this site may see it: where the visitor typed it into its page, or agreed. */
  const emailFor = ({ email, evmAddress }: Person): string | null => {
    if (!email) return null
    if (normalizeEmail(email) === typedEmail) deps.emailSites.add(evmAddress, origin)
    return deps.emailSites.list(evmAddress).includes(origin) ? email : null
  }
  const choose = (chainId: string | number) => {
    active = frameNetwork(chainId)
    chosen.set(active.namespace, active)
  }
  /** Told for the network of the question: a site's families ask at once, and one's question moves the frame under the other's. */
  const user = async (at = active) => {
    const known = await findPerson()
    if (!known) throw new KitError('unauthorized')
    const own = at.namespace === 'eip155' ? known.evmAddress : known.solanaAddress
    const account = await smart.accountOn(at, known.evmAddress)
    const isSmart = account !== undefined && smart.preferred() === 'smartAccount'
    return {
      ...{ email: emailFor(known), address: isSmart ? account.address : own, chainId: chainIdOf(at) },
      accounts: [
        { address: own, type: 'eoa' as const },
        ...(account ? [{ address: account.address, type: 'smartAccount' as const }] : []),
      ],
      smartAccountDeployed: isSmart && (await smart.isDeployed(account)),
      preferredAccountType: isSmart ? ('smartAccount' as const) : ('eoa' as const),
    }
  }

  return {
    async CONNECT_EMAIL({ email }) {
      const started = await wallet.startEmail({ email, site })
      typedEmail = normalizeEmail(email)
      unlocking = undefined
      if (!('person' in started)) return { action: 'VERIFY_OTP' }
      person = started.person
      return { action: 'CONNECT' }
    },
    async CONNECT_OTP({ otp }) {
      const login = await wallet.verifyEmail({ code: otp.trim() })
      return enter(login) ? undefined : { action: 'VERIFY_DEVICE' }
    },
    async CONNECT_DEVICE(_, signal) {
      const left = unlocking
      if (!left) throw new KitError('invalid_request', { message: 'No device waits to be approved' })
      const recover = async () => {
        if ('ways' in left) return await deps.recover(left.ways, signal)
        await deps.showFirstCode(left.code, signal)
        return left.person
      }
      person = await stage('recovery', recover, signal)
      unlocking = undefined
    },
    async GET_USER(input) {
      if (input?.chainId !== undefined) choose(input.chainId)
      // Only EVM has two kinds of accounts: what is said of another family is not about them.
      if (input?.preferredAccountType !== undefined && active.namespace === 'eip155')
        smart.prefer(input.preferredAccountType)
      return await user()
    },
    IS_CONNECTED: async () => ({ isConnected: (await findPerson()) !== null }),
    GET_CHAIN_ID: async () => ({ chainId: chainIdOf(active) }),
    async SWITCH_NETWORK({ chainId }) {
      choose(chainId)
      return { chainId: chainIdOf(active) }
    },
    async SIGN_OUT() {
      person = undefined
      unlocking = undefined
      await wallet.signOut()
    },
    async SYNC_THEME({ themeMode, themeVariables, w3mThemeVariables }) {
      deps.applyTheme({ themeMode, themeVariables: { ...w3mThemeVariables, ...themeVariables } })
    },
    // A site's own word about itself: what is shown of it is what the browser says.
    SYNC_DAPP_DATA: async () => undefined,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({
      smartAccountEnabledNetworks: (await smart.networks()).map(({ chainId }) => Number(chainId)),
    }),
    async SET_PREFERRED_ACCOUNT({ type }) {
      const before = smart.preferred()
      smart.prefer(type)
      const { address, preferredAccountType } = await user()
      if (preferredAccountType === type) return { type, address }
      smart.prefer(before)
      throw new KitError('wallet_method_unsupported', { message: 'This network has no smart accounts' })
    },
    RPC_REQUEST: (request, signal) =>
      answerRpc(
        request,
        {
          ...{ node, smart, assets: deps.assets, person: findPerson, network: (namespace) => chosen.get(namespace) },
          async approve(read, { isMessage, ...at }, stop) {
            const readFor = async (signing: Pick<Wallet, 'sign'>) =>
              await read({
                ...{ ...at, network: await deps.named(at.network), origin, speech, node, smart },
                otherNodes: deps.otherNodes ?? (() => []),
                wallet: signing,
              })
            if (deps.signsInSilently && isMessage) {
              const request = await readFor(wallet)
              // Where the wallet cannot sign by itself, the screen says why.
              const signed = request.isOwnSignIn ? await request.finish(stop).catch(() => undefined) : undefined
              if (signed !== undefined) return signed
            }
            return stage(
              'approval',
              () => {
                // What signing needs comes while the person reads; why it cannot be fetched is told when they say yes.
                void wallet.prepare().catch(() => {})
                return runApproval(ui, () => readFor(signWhileAway(wallet, (ways) => deps.unlock(ways, stop))), stop)
              },
              stop,
            )
          },
        },
        signal,
      ),
    async RELOAD() {
      deps.reload()
    },
    async SHOW_SECURITY(_, signal) {
      const known = await findPerson()
      if (!known) throw new KitError('unauthorized')
      // Whatever was changed there is read again.
      const left = await stage('security', () => deps.showSecurity(known, signal), signal).finally(() => {
        person = undefined
      })
      if (left !== 'forgotten') return
      for (const agreed of deps.emailSites.list(known.evmAddress)) deps.emailSites.remove(known.evmAddress, agreed)
      typedEmail = undefined
    },
    async SHARE_EMAIL(_, signal) {
      const known = await findPerson()
      if (!known) throw new KitError('unauthorized')
      const { email, evmAddress } = known
      if (!email || emailFor(known)) return { email }
      if (!(await stage('security', () => deps.askEmail(email, signal), signal))) throw new KitError('user_rejected')
      deps.emailSites.add(evmAddress, origin)
      return { email }
    },
    async UPDATE_EMAIL({ email }, signal) {
      if (!(await findPerson())) throw new KitError('unauthorized')
      const changed = await stage('security', () => deps.changeEmail(email, signal), signal)
      if (changed === undefined) throw new KitError('user_rejected')
      // Only an address that this page named itself is no secret to it.
      if (normalizeEmail(email) === normalizeEmail(changed)) typedEmail = normalizeEmail(email)
      if (person) person = { ...person, email: changed }
      return { action: 'CHANGED' }
    },
    // An account's code comes with its first transaction.
    INIT_SMART_ACCOUNT: async () => {
      throw new KitError('method_unsupported')
    },
    // A page that has the codes could move a wallet to an address of its own.
    UPDATE_EMAIL_PRIMARY_OTP: refuseCode,
    UPDATE_EMAIL_SECONDARY_OTP: refuseCode,
    async GET_SOCIAL_REDIRECT_URI({ provider, returnTo }) {
      // Back to the page that asks, and to no other.
      const page = returnTo === undefined ? undefined : new URL(returnTo)
      if (page && page.origin !== origin) throw new KitError('invalid_input')
      const back = page ? { url: page.href, isPopup: false } : { url: `${origin}/`, isPopup: true }
      return await wallet.startSocial({ provider, site, back })
    },
    async CONNECT_SOCIAL({ uri }) {
      const { login, userName } = await wallet.finishSocial({ ...readSocialResult(uri), site })
      if (!enter(login)) return { action: 'VERIFY_DEVICE', userName }
      const { email, address, chainId, accounts } = await user()
      return { email, address, chainId, accounts, userName }
    },
    async CONNECT_PASSKEY(_, signal) {
      person = await stage('recovery', () => deps.connectPasskey(site, signal), signal)
      unlocking = undefined
      const { email, address, chainId, accounts } = await user()
      return { email, address, chainId, accounts }
    },
    async GET_FARCASTER_URI() {
      const { flow, url } = await wallet.startFarcaster({ site })
      farcasterFlow = flow
      return { url }
    },
    async CONNECT_FARCASTER(_, signal) {
      const { login, userName } = await awaitFarcaster(wallet, { flow: farcasterFlow, site }, signal, deps.wait)
      farcasterFlow = undefined
      const told = { userName: userName ?? '' }
      if (!enter(login)) return { action: 'VERIFY_DEVICE', ...told }
      return told
    },
  }
}

async function refuseCode(): Promise<never> {
  throw new KitError('method_unsupported', { message: 'Codes are entered on the wallet’s own screen' })
}
