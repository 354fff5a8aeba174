/** An installed wallet, announced by EIP-6963: it approves, or lets every connection wait. */
export function benchWallet(doesApprove: boolean): void {
  if (window !== window.top) return
  const account = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'
  const listeners = new Map<string, ((value: unknown) => void)[]>()
  let isConnected = false
  const answers: Record<string, () => unknown> = {
    eth_chainId: () => '0x1',
    net_version: () => '1',
    eth_accounts: () => (isConnected ? [account] : []),
    eth_requestAccounts: () => {
      if (!doesApprove) return new Promise(() => {})
      isConnected = true
      return [account]
    },
    wallet_requestPermissions: () => {
      if (!doesApprove) return new Promise(() => {})
      isConnected = true
      return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [account] }] }]
    },
    wallet_getPermissions: () => [],
    wallet_getCapabilities: () => ({}),
    eth_getBalance: () => '0x1158e460913d0000',
    eth_blockNumber: () => '0x1400000',
    eth_call: () => '0x',
  }
  const provider = {
    async request({ method }: { method: string }) {
      const answer = answers[method]
      if (!answer) throw Object.assign(new Error(`no ${method}`), { code: 4200 })
      return answer()
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      return provider
    },
    removeListener: () => provider,
  }
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#2f5d8a"/><path d="M12 27V13h9a5 5 0 0 1 2 9.4A5 5 0 0 1 22 27z" fill="#fff"/></svg>'
  const info = {
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Bench Wallet',
    rdns: 'dev.bench.wallet',
    icon: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  }
  const announce = () =>
    dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info: Object.freeze(info), provider }) }),
    )
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
