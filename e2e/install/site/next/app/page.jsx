// A server component: no 'use client' here, since the package carries it.
import { AppKitButton } from '@billfold/react'
import { mainnet } from '@billfold/react/networks'

export default function Page() {
  return (
    <main>
      <AppKitButton />
      <output>{mainnet.caipNetworkId}</output>
    </main>
  )
}
