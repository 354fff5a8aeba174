'use client'

import { AppKitButton, createAppKit } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'
import type { ReactNode } from 'react'

createAppKit({ projectId: 'my-site', apiUrl: 'https://api.example.com', networks: [mainnet] })

export function Wallets({ children }: { children: ReactNode }) {
  return (
    <>
      <AppKitButton />
      {children}
    </>
  )
}
