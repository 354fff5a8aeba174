/** Every visitor has one installed wallet, announced by EIP-6963; it never gets a request. */
export function installedWallet(): void {
  if (window !== window.top) return
  const request = async ({ method }: { method: string }) => (method === 'eth_chainId' ? '0x1' : [])
  const provider = { request, on: () => provider, removeListener: () => provider }
  const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')}`
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench Wallet', rdns: 'dev.bench.wallet', icon }
  const announce = () =>
    dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info: Object.freeze(info), provider }) }),
    )
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
