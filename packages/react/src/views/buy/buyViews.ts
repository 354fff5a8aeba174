import type { View } from '@billfold/core/model/modal'
import type { ComponentType } from 'react'
import { addStyles } from '../../theme/styleModal.ts'
import { BuyInProgressView } from './BuyInProgressView.tsx'
import { buyStyles } from './buyStyles.ts'
import { OnRampActivityView } from './OnRampActivityView.tsx'
import { OnRampFiatSelectView } from './OnRampFiatSelectView.tsx'
import { OnRampProvidersView } from './OnRampProvidersView.tsx'
import { OnRampTokenSelectView } from './OnRampTokenSelectView.tsx'
import { WhatIsABuyView } from './WhatIsABuyView.tsx'

const views = {
  OnRampProviders: OnRampProvidersView,
  OnRampTokenSelect: OnRampTokenSelectView,
  OnRampFiatSelect: OnRampFiatSelectView,
  OnRampActivity: OnRampActivityView,
  BuyInProgress: BuyInProgressView,
  WhatIsABuy: WhatIsABuyView,
}
export type BuyViews = { [Name in keyof typeof views]: ComponentType<{ view: Extract<View, { name: Name }> }> }

/** The screens of buying, drawn by their own rules. */
export function buyViews(): BuyViews {
  addStyles(buyStyles)
  return views
}
