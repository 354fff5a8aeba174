import { createAppKit } from '@billfold/react'
import { mainnet, solana } from '@billfold/react/networks'
import { CloudAuthSIWX } from '@billfold/react/siwx'

const siwx = new CloudAuthSIWX({ required: false, statement: 'Sign in to My Site.' })

createAppKit({
  projectId: 'my-site',
  apiUrl: 'https://api.example.com',
  networks: [mainnet, solana],
  siwx,
})

export async function loadOrders(): Promise<Response> {
  const token = await siwx.getSessionToken()
  return fetch('/orders', { headers: token ? { authorization: `Bearer ${token}` } : {} })
}
