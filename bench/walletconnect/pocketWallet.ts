import { createWalletConnectWallet } from '@billfold/testkit/walletconnect/createWalletConnectWallet'

// The wallet of bench/walletconnect.ts, in a process of its own: pairs with every link it receives and signs every
// request.
const [relayUrl = ''] = process.argv.slice(2)
const wallet = createWalletConnectWallet({
  relayUrl,
  chains: [{ id: 1, rpcUrl: 'http://127.0.0.1:9' }],
  otherChains: [],
})
process.on('message', (uri) => void wallet.pair(String(uri)))
process.send?.({ address: await wallet.address('eip155:1') })
