// Views of embedded wallets only. Their files are listed here, and not with every view that leads there.
const late = () => import('./embeddedViews.ts')

/** Fetches the screens of logging in. */
export const embeddedViews = async () => (await late()).embeddedViews()

/** Fetches what other views show of an embedded wallet. */
export const embeddedRows = async () => (await late()).embeddedRows()
export const upgradeCard = async () => (await late()).upgradeCard()
