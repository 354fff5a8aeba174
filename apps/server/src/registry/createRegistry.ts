import { createImages, type Images } from './createImages.ts'
import { createWalletIndex, type WalletFilter, type WalletPage } from './createWalletIndex.ts'
import type { RegistryFiles } from './readRegistry.ts'

/** The wallets and images of this server. */
export type Registry = { find: (filter: WalletFilter) => WalletPage; images: Images }

/** Makes a registry of what was read. */
export function createRegistry(files: RegistryFiles): Registry {
  const images = createImages(files)
  const wallets = files.wallets.map((wallet) => ({ ...wallet, image_id: images.walletImageId(wallet) }))
  return { find: createWalletIndex(wallets), images }
}
