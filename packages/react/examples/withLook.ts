import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import { themes } from '@billfold/react/themes'

createAppKit({ projectId: 'my-site', networks: [mainnet], themeVariables: themes.midnight })
