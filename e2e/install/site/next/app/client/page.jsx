'use client'

import { AppKitButton, useAppKitAccount } from '@billfold/react'

export default function Page() {
  const { address } = useAppKitAccount()
  return (
    <main>
      <AppKitButton />
      <output>{address ?? 'Nobody'}</output>
    </main>
  )
}
