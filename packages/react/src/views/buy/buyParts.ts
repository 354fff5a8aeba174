import { BuyButton } from './BuyButton.tsx'
import { BuyMissing } from './BuyMissing.tsx'
import { BuyRows } from './BuyRows.tsx'

/** The purchase parts of other views, in one file: fetched if someone sells, or the account has purchases. */
export const buyParts = { BuyButton, BuyMissing, BuyRows }
