'use client'

import { createAppKit } from '@billfold/react'
import { base, mainnet } from '@billfold/react/networks'

createAppKit({ projectId: 'install', networks: [mainnet, base], apiUrl: 'http://localhost:9' })

/** The kit is created where this loads: on the server for the first response, and in the browser. */
export function Kit({ children }) {
  return children
}
