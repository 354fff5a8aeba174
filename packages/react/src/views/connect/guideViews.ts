import { addStyles } from '../../theme/styleModal.ts'
import { DownloadsView } from './DownloadsView.tsx'
import { furtherStyles } from './furtherStyles.ts'
import { GetWalletView } from './GetWalletView.tsx'
import { HelpPane } from './HelpPane.tsx'
import helpPaneStyles from './helpPane.css?inline'
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

/** A wide dialog's help, with its rules. */
export function helpPane(): typeof HelpPane {
  guideViews()
  addStyles([helpPaneStyles])
  return HelpPane
}
