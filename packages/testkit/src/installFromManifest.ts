import { type DevnetManifest, devnetManifest } from '@billfold/protocol/devnetManifest'
import { createDevnetWallet, type DevnetWallet, type DevnetWalletOptions } from './createDevnetWallet.ts'
import { providerError } from './providerError.ts'
import type { WalletWindow } from './walletWindow.ts'

/** The wallet's options, with the local network they come from. */
export type InstallFromManifestOptions = Omit<DevnetWalletOptions, 'chains' | 'accounts'> & {
  /** The window to install the wallet in. */
  window: WalletWindow
} & (
    | {
        /** The URL of the local network's manifest. */
        manifestUrl: string
        manifest?: never
      }
    | {
        /** The manifest itself, in place of `manifestUrl`. */
        manifest: DevnetManifest
        manifestUrl?: never
      }
  )

const deadlineMs = 10_000

/** Installs the Devnet Wallet with the chains and keys of a running local network: what the local site calls. */
export async function installDevnetWallet(options: InstallFromManifestOptions): Promise<{
  /** The installed wallet and its controls. */
  wallet: DevnetWallet
  /** Takes the wallet out of the window. */
  uninstall: () => void
}> {
  const { window, manifestUrl, manifest, ...rest } = options
  const content = manifest ?? (await fetchManifest(manifestUrl))
  const wallet = createDevnetWallet({ policy: 'ask', ...optionsFromManifest(content), ...rest })
  return { wallet, uninstall: wallet.install(window) }
}

/** The part of a wallet's options that a local network's manifest answers. */
export function optionsFromManifest(
  manifest: unknown,
): Pick<DevnetWalletOptions, 'chains' | 'accounts' | 'solana' | 'bitcoin' | 'polkadot'> {
  const parsed = devnetManifest.safeParse(manifest)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw providerError(
      'invalid_input',
      `The manifest is not a local network's: ${issue?.path.join('.')} ${issue?.message}`,
    )
  }
  const { chains, accounts, mnemonic, solana, bitcoin, polkadot } = parsed.data
  return {
    chains: chains.map(({ id, name, rpcUrl, nativeCurrency }) => ({ id, name, rpcUrl, symbol: nativeCurrency.symbol })),
    accounts: accounts.map(({ privateKey }) => privateKey as `0x${string}`),
    solana: {
      mnemonic,
      ...(solana && { chains: [`solana:${solana.id}`], rpcUrls: { [`solana:${solana.id}`]: solana.rpcUrl } }),
    },
    ...(bitcoin && { bitcoin: { chain: `bip122:${bitcoin.id}`, mnemonic, esploraUrl: bitcoin.esploraUrl } }),
    ...(polkadot && { polkadot: { chain: `polkadot:${polkadot.id}`, mnemonic, rpcUrl: polkadot.rpcUrl } }),
  }
}

async function fetchManifest(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(deadlineMs) })
    if (response.ok) return await response.json()
  } catch {
    // Refused, late or not JSON: the sentence below is what helps in each case.
  }
  throw providerError('unavailable', `No local network answers at ${url}: is it running?`)
}
