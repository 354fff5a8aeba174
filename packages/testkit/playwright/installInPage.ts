import type { DevnetManifest } from '@billfold/protocol/devnetManifest'
import type { Policy, PolicyMap } from '../src/approvals.ts'
import type { DevnetWallet, DevnetWalletOptions } from '../src/createDevnetWallet.ts'
import type { LoggedRequest } from '../src/createProvider.ts'
import type { InpageSetup } from '../src/inpage.ts'
import { optionsFromManifest } from '../src/installFromManifest.ts'
import { postJson } from '../src/requestRpc.ts'
import { buildInpage } from './buildInpage.ts'

/** The part of a page that the wallet uses. */
type WalletPage = {
  /** Runs an expression in the page. */
  evaluate(expression: string): Promise<unknown>
}

/** A page or a context of `@playwright/test`, `playwright` or `playwright-core`: what the wallet needs of it, whichever of them made it. */
export type InstallTarget = {
  /** Adds a script that runs before the site's own. */
  addInitScript(script: { content: string }): Promise<{ dispose(): Promise<void> }>
  /** Gives the page a function that runs in the test's process. */
  exposeBinding(name: string, callback: (source: unknown, url: string, body: string) => unknown): Promise<unknown>
} & (
  | WalletPage
  | {
      /** The pages of a context. */
      pages(): WalletPage[]
    }
)

/** The wallet's options that can cross into a page. */
type PlainOptions = Omit<DevnetWalletOptions, 'chains' | 'remember' | 'transport'> & {
  /** Whether the connection survives a reload, in the page's localStorage; true by default. */
  remember?: boolean
}

/** The wallet's options, with its chains or the manifest of a running local network. */
export type InstallInPageOptions = PlainOptions &
  (
    | {
        /** The chains the wallet knows; it starts on the first. */
        chains: DevnetWalletOptions['chains']
        manifest?: never
      }
    | {
        /** The manifest of a running local network, in place of `chains`. */
        manifest: DevnetManifest
        chains?: never
      }
  )

/** A request that waits in the page, without the functions that cannot leave it. */
export type RemotePending = {
  /** The method that the site called. */
  method: string
  /** The kind of request, such as `connect` or `transaction`. */
  kind: string
  /** The origin of the page that asks. */
  origin: string
}

/** The wallet's controls, from the test's process. They act on every open page that has the wallet. */
export type RemoteWallet = {
  /** Holds for open pages and, unlike the other controls, for every page opened later. */
  policy(policy: Policy | PolicyMap): Promise<void>
  /** Approves every request from now on. */
  approve(): Promise<void>
  /** Rejects every request from now on. */
  reject(): Promise<void>
  /** Leaves every request without an answer from now on. */
  stall(): Promise<void>
  /** Shows the wallet's window for every request from now on. */
  ask(): Promise<void>
  /** Approves the oldest pending request, otherwise the next one. */
  approveNext(): Promise<void>
  /** Rejects the oldest pending request, otherwise the next one. */
  rejectNext(): Promise<void>
  /** Fails the next request to `method`, or without one the next that needs a person. */
  failNext(code: number, message: string, method?: string): Promise<void>
  /** Locks the wallet: sites see no account. */
  lock(): Promise<void>
  /** Unlocks the wallet. */
  unlock(): Promise<void>
  /** Switches the account, as if the person chose it in the wallet. */
  switchAccount(index: number): Promise<void>
  /** Switches the chain, as if the person chose it in the wallet. */
  switchChain(id: number): Promise<void>
  /** Removes the site, as if the person did it in the wallet. */
  disconnect(): Promise<void>
  /** Cuts the wallet off from its chains, or brings it back. */
  setOnline(online: boolean): Promise<void>
  /** The requests that wait for an answer, on all pages. */
  pending(): Promise<RemotePending[]>
  /** Everything that sites asked, oldest first. */
  requests(): Promise<LoggedRequest[]>
}

type Command =
  | 'approveNext'
  | 'rejectNext'
  | 'failNext'
  | 'lock'
  | 'unlock'
  | 'switchAccount'
  | 'switchChain'
  | 'disconnect'
  | 'setOnline'

let installations = 0

/** Installs the wallet into a page, or every page of a context, before any script of the site runs. */
export async function installInPage(target: InstallTarget, options: InstallInPageOptions): Promise<RemoteWallet> {
  const { manifest, chains, policy = 'approve', remember = true, ...rest } = options
  const fromManifest = manifest ? optionsFromManifest(manifest) : { chains }
  const number = ++installations
  const policies = [policy]
  const setup: Omit<InpageSetup, 'policies'> = {
    ...fromManifest,
    ...rest,
    remember,
    handle: `__billfoldWallet${number}`,
    binding: `__billfoldRpc${number}`,
  }
  const code = await buildInpage()
  const inject = () =>
    target.addInitScript({
      content: `{${code}\n;__billfoldInpage.installInpage(${JSON.stringify({ ...setup, policies })})}`,
    })

  await target.exposeBinding(setup.binding, (_, url, body) => postJson(url, body))
  let script = await inject()

  const pages = (): WalletPage[] => ('pages' in target ? target.pages() : [target])

  /** Runs on each page that has the wallet; throws when none does, since a control that does nothing hides a mistake. */
  async function onPages<T>(
    run: (wallet: DevnetWallet, args: readonly unknown[]) => T,
    args: readonly unknown[],
  ): Promise<T[]> {
    const answers: T[] = []
    for (const page of pages()) {
      // Passed as text, because a page's CSP forbids functions made from strings but not what the debugger evaluates.
      const [hasWallet, answer] = (await page.evaluate(
        `(() => { const w = globalThis[${JSON.stringify(setup.handle)}]; return w ? [true, (${run})(w, ${JSON.stringify(args)})] : [false] })()`,
      )) as [boolean, T]
      if (hasWallet) answers.push(answer)
    }
    if (answers.length === 0) throw new Error('No open page has the wallet: go to a page first')
    return answers
  }

  const command =
    (name: Command) =>
    (...args: unknown[]) =>
      onPages(
        (wallet, [method, ...rest]) => void (wallet[method as 'failNext'] as (...all: unknown[]) => void)(...rest),
        [name, ...args],
      ).then(() => {})

  const setPolicy = async (next: Policy | PolicyMap) => {
    if (typeof next === 'string') policies.length = 0
    policies.push(next)
    const older = script
    script = await inject()
    await older.dispose()
    if (await isAnywhere()) await onPages((wallet, [value]) => wallet.policy(value as Policy), [next])
  }

  async function isAnywhere(): Promise<boolean> {
    const results = await Promise.all(
      pages().map((page) => page.evaluate(`${JSON.stringify(setup.handle)} in globalThis`)),
    )
    return results.some(Boolean)
  }

  return {
    policy: setPolicy,
    approve: () => setPolicy('approve'),
    reject: () => setPolicy('reject'),
    stall: () => setPolicy('stall'),
    ask: () => setPolicy('ask'),
    approveNext: command('approveNext'),
    rejectNext: command('rejectNext'),
    failNext: command('failNext'),
    lock: command('lock'),
    unlock: command('unlock'),
    switchAccount: command('switchAccount'),
    switchChain: command('switchChain'),
    disconnect: command('disconnect'),
    setOnline: command('setOnline'),
    pending: async () =>
      (
        await onPages(
          (wallet) =>
            wallet.pending().map(({ method, question }) => ({ method, kind: question.kind, origin: question.origin })),
          [],
        )
      ).flat(),
    requests: async () => (await onPages((wallet) => [...wallet.requests], [])).flat(),
  }
}
