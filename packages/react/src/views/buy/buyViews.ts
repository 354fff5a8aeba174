import type { View } from '@billfold/core/model/modal'
import type { ComponentType } from 'react'
import { addStyles } from '../../theme/styleModal.ts'
import { furtherStyles } from '../connect/furtherStyles.ts'
import { moneyStyles } from '../send/moneyStyles.ts'
import { BuyInProgressView } from './BuyInProgressView.tsx'
import buy from './buy.css?inline'
import { OnRampActivityView } from './OnRampActivityView.tsx'
import { OnRampFiatSelectView } from './OnRampFiatSelectView.tsx'
import { OnRampProvidersView } from './OnRampProvidersView.tsx'
import { OnRampTokenSelectView } from './OnRampTokenSelectView.tsx'
import { WhatIsABuyView } from './WhatIsABuyView.tsx'

/** The rules of buying, which come with its screens: slides, amounts, and its own. */
const buyStyles: readonly string[] = [...furtherStyles, ...moneyStyles, buy]

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
