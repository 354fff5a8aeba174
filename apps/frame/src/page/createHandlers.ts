import { normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import type { Person } from '../wallet/wallet.ts'
import { createPageSession, type PageSessionDeps } from './createPageSession.ts'
import { chainIdOf } from './frameNetwork.ts'
import { type LoginDeps, loginHandlers } from './loginHandlers.ts'
import { type RequestDeps, runRequest } from './runRequest.ts'

export type HandlerDeps = PageSessionDeps &
  LoginDeps &
  Omit<RequestDeps, 'person' | 'network'> & {
    /** Confirms a different address by codes; resolves with it, or undefined if the person went back. */
    changeEmail(email: string, signal: AbortSignal): Promise<string | undefined>
    /** Shows devices, recovery and export until the person closes them. */
    showSecurity(person: Person, signal: AbortSignal): Promise<'done' | 'forgotten'>
    /** Lets the person decide whether this site sees their email address. */
    confirmShareEmail(email: string, signal: AbortSignal): Promise<boolean>
    applyTheme(theme: {
      themeMode?: 'light' | 'dark' | undefined
      themeVariables?: Record<string, string | number> | undefined
    }): void
    reload(): void
  }

/** Handlers for the page's requests. */
export function createHandlers(deps: HandlerDeps): FrameHandlers {
  const { wallet, smart, enqueue, emailSites, origin } = deps
  const session = createPageSession(deps)
  const requestDeps: RequestDeps = { ...deps, person: session.findPerson, network: session.network }

  return {
    ...loginHandlers(deps, session),
    RPC_REQUEST: (request, signal) => runRequest(request, requestDeps, signal),
    async GET_USER(input) {
      if (input?.chainId !== undefined) session.chooseNetwork(input.chainId)
      // Only EVM has two kinds of accounts.
      if (input?.preferredAccountType !== undefined && session.activeNetwork().namespace === 'eip155')
        smart.prefer(input.preferredAccountType)
      return await session.readUser()
    },
    IS_CONNECTED: async () => ({ isConnected: (await session.findPerson()) !== null }),
    GET_CHAIN_ID: async () => ({ chainId: chainIdOf(session.activeNetwork()) }),
    async SWITCH_NETWORK({ chainId }) {
      session.chooseNetwork(chainId)
      return { chainId: chainIdOf(session.activeNetwork()) }
    },
    async SIGN_OUT() {
      session.person = undefined
      session.pendingLogin = undefined
      await wallet.signOut()
    },
    async SYNC_THEME({ themeMode, themeVariables, w3mThemeVariables }) {
      deps.applyTheme({ themeMode, themeVariables: { ...w3mThemeVariables, ...themeVariables } })
    },
    // A site's own description of itself: screens show only what the browser reports.
    SYNC_DAPP_DATA: async () => undefined,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: async () => ({
      smartAccountEnabledNetworks: (await smart.networks()).map(({ chainId }) => Number(chainId)),
    }),
    async SET_PREFERRED_ACCOUNT({ type }) {
      const before = smart.preferred()
      smart.prefer(type)
      const { address, preferredAccountType } = await session.readUser()
      if (preferredAccountType === type) return { type, address }
      smart.prefer(before)
      throw new KitError('wallet_method_unsupported', { message: 'This network has no smart accounts' })
    },
    async RELOAD() {
      deps.reload()
    },
    async SHOW_SECURITY(_, signal) {
      const person = await session.requirePerson()
      const result = await enqueue('security', () => deps.showSecurity(person, signal), signal).finally(() => {
        // The screen may have changed anything about them.
        session.person = undefined
      })
      if (result !== 'forgotten') return
      for (const site of emailSites.list(person.evmAddress)) emailSites.remove(person.evmAddress, site)
      session.typedEmail = undefined
    },
    async SHARE_EMAIL(_, signal) {
      const person = await session.requirePerson()
      const { email, evmAddress } = person
      if (!email || session.emailFor(person)) return { email }
      if (!(await enqueue('security', () => deps.confirmShareEmail(email, signal), signal)))
        throw new KitError('user_rejected')
      emailSites.add(evmAddress, origin)
      return { email }
    },
    async UPDATE_EMAIL({ email }, signal) {
      await session.requirePerson()
      const changed = await enqueue('security', () => deps.changeEmail(email, signal), signal)
      if (changed === undefined) throw new KitError('user_rejected')
      // Only an address that this page named itself is no secret to it.
      if (normalizeEmail(email) === normalizeEmail(changed)) session.typedEmail = normalizeEmail(email)
      if (session.person) session.person = { ...session.person, email: changed }
      return { action: 'CHANGED' }
    },
    // The first transaction deploys the account.
    INIT_SMART_ACCOUNT: async () => {
      throw new KitError('method_unsupported')
    },
    // A page that has the codes could move a wallet to an address of its own.
    UPDATE_EMAIL_PRIMARY_OTP: refuseCode,
    UPDATE_EMAIL_SECONDARY_OTP: refuseCode,
  }
}

async function refuseCode(): Promise<never> {
  throw new KitError('method_unsupported', { message: 'Codes are entered on the wallet’s own screen' })
}
