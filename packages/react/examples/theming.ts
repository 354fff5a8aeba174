import { createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

const appKit = createAppKit({
  projectId: 'my-site',
  networks: [mainnet],
  themeMode: 'dark',
  themeVariables: {
    '--w3m-accent': '#7a3cff',
    '--w3m-color-mix': '#7a3cff',
    '--w3m-color-mix-strength': 12,
    '--w3m-font-family': '"Inter", system-ui, sans-serif',
    '--w3m-border-radius-master': '2px',
  },
})

export function followHost(isDark: boolean) {
  appKit.setThemeMode(isDark ? 'dark' : 'light')
}
