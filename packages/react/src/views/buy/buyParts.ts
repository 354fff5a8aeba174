import { BuyButton } from './BuyButton.tsx'
import { BuyMissing } from './BuyMissing.tsx'
import { BuyRows } from './BuyRows.tsx'

/** What other views show of buying, in one file: fetched where someone sells, or something was bought. */
export const buyParts = { BuyButton, BuyMissing, BuyRows }
