import { type AppKit, createAppKit } from '@billfold/appkit-compat'
import { EthersAdapter } from '@billfold/appkit-compat/adapter-ethers'
import { BrowserProvider, type Eip1193Provider } from 'ethers'
import { metadata, networks, projectId } from './site.ts'

const modal: AppKit = createAppKit({
  adapters: [new EthersAdapter()],
  networks,
  metadata,
  projectId,
  features: { analytics: true, email: false, socials: [] },
})

document.getElementById('root')!.innerHTML = `
  <appkit-button></appkit-button>
  <button type="button" id="sign">Sign</button>
  <button type="button" id="leave">Leave</button>
  <p data-testid="appkit">nobody</p>
  <p data-testid="signature"></p>`
const show = (name: string, text: string) => {
  document.querySelector(`[data-testid=${name}]`)!.textContent = text
}

modal.subscribeAccount(({ isConnected, address }) => {
  show('appkit', isConnected ? `${address} on ${modal.getCaipNetwork()?.name}` : 'nobody')
})
document.getElementById('sign')!.addEventListener('click', async () => {
  const walletProvider = modal.getWalletProvider() as Eip1193Provider
  const signer = await new BrowserProvider(walletProvider).getSigner()
  show('signature', await signer.signMessage('Hello'))
})
document.getElementById('leave')!.addEventListener('click', () => modal.disconnect())
