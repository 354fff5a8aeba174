import { addStyles } from '../../theme/styleModal.ts'
import { DownloadsView } from './DownloadsView.tsx'
import { furtherStyles } from './furtherStyles.ts'
import { GetWalletView } from './GetWalletView.tsx'
import { WhatIsANetworkView } from './WhatIsANetworkView.tsx'
import { WhatIsAWalletView } from './WhatIsAWalletView.tsx'

const views = {
  GetWallet: GetWalletView,
  Downloads: DownloadsView,
  WhatIsAWallet: WhatIsAWalletView,
  WhatIsANetwork: WhatIsANetworkView,
}
export type GuideViews = typeof views

/** The screens for those who have no wallet yet, small enough for one file, drawn by their own rules. */
export function guideViews(): GuideViews {
  addStyles(furtherStyles)
  return views
}
