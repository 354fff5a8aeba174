/** The code of the first screen: what a page needs before it shows the kit's button. */
export const quickStartCode = `import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
createAppKit({ projectId: 'my-site', networks: [mainnet] })`

/** The element that these lines define. */
export const buttonTag = 'appkit-button'
