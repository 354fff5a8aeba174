import { type Provider, SolanaAdapter } from '@billfold/appkit-compat/adapter-solana'
import {
  createAppKit,
  useAppKitAccount,
  useAppKitNetwork,
  useAppKitProvider,
  useDisconnect,
} from '@billfold/appkit-compat/vue'
import { createApp, defineComponent, h, ref } from 'vue'
import { metadata, projectId, solanaNetworks } from './site.ts'

createAppKit({
  adapters: [new SolanaAdapter()],
  networks: solanaNetworks,
  projectId,
  metadata,
  features: { analytics: true, email: false, socials: [] },
})

const App = defineComponent({
  setup() {
    const account = useAppKitAccount()
    const network = useAppKitNetwork()
    const solana = useAppKitProvider<Provider>('solana')
    const { disconnect } = useDisconnect()
    const signature = ref('')
    const sign = async () => {
      const signed = await solana.walletProvider?.signMessage(new TextEncoder().encode('Hello'))
      signature.value = [...(signed ?? [])].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    }
    return () => [
      h('appkit-button'),
      h('button', { type: 'button', onClick: sign }, 'Sign'),
      h('button', { type: 'button', onClick: () => disconnect() }, 'Leave'),
      h(
        'p',
        { 'data-testid': 'appkit' },
        account.value.isConnected ? `${account.value.address} on ${network.value.caipNetwork?.name}` : 'nobody',
      ),
      h('p', { 'data-testid': 'signature' }, signature.value),
    ]
  },
})
createApp(App).mount('#root')
