// Views of buying only. Their files are listed here, and not with every view that leads there.

/** Fetches the screens of buying. */
export const buyViews = async () => (await import('./buyViews.ts')).buyViews()

/** Fetches what other views show of it. */
export const buyButton = async () => (await import('./buyParts.ts')).buyParts.BuyButton
export const buyMissing = async () => (await import('./buyParts.ts')).buyParts.BuyMissing
export const buyRows = async () => (await import('./buyParts.ts')).buyParts.BuyRows
