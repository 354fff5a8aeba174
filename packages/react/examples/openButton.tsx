import { useAppKit, useAppKitState } from '@billfold/react'

export function OpenButton() {
  const { open } = useAppKit()
  const { loading } = useAppKitState()
  return (
    <button type="button" disabled={loading} onClick={() => open({ view: 'Networks' })}>
      Choose a network
    </button>
  )
}
