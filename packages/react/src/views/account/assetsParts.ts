import { addStyles } from '../../theme/styleModal.ts'
import { AccountAssets } from './AccountAssets.tsx'
import assets from './assets.css?inline'

/** An account's assets and actions, rendered by its own rules. */
export function assetsParts(): typeof AccountAssets {
  addStyles([assets])
  return AccountAssets
}
