import { useAppKit, useAppKitAccount, useAppKitNetwork } from '@billfold/react'

export function ConnectOrAccount() {
  const { open } = useAppKit()
  const { address, isConnected } = useAppKitAccount()
  const { caipNetwork } = useAppKitNetwork()
  if (!isConnected)
    return (
      <button type="button" onClick={() => open({ view: 'Connect' })}>
        Connect
      </button>
    )
  return (
    <>
      <button type="button" onClick={() => open({ view: 'Networks' })}>
        {caipNetwork?.name}
      </button>
      <button type="button" onClick={() => open({ view: 'Account' })}>
        {address}
      </button>
    </>
  )
}
