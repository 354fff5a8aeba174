import { addStyles } from '../../theme/styleModal.ts'
import { AccountAssets } from './AccountAssets.tsx'
import assets from './assets.css?inline'

/** What an account has and can do, drawn by its own rules. */
export function assetsParts(): typeof AccountAssets {
  addStyles([assets])
  return AccountAssets
}
