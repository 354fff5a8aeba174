import { assetsStyles } from '../theme/assetsStyles.ts'
import { addStyles } from '../theme/styleModal.ts'
import { AccountAssets } from './AccountAssets.tsx'

/** What an account has and can do, drawn by its own rules. */
export function assetsParts(): typeof AccountAssets {
  addStyles(assetsStyles)
  return AccountAssets
}
