import { Adapter } from './Adapter.ts'

/** Ethers needs no more than the connected wallet: `new BrowserProvider(walletProvider)`. */
export class EthersAdapter extends Adapter {
  constructor() {
    super({ namespace: 'eip155', adapterType: 'ethers' })
  }
}

/** The same for version 5: `new ethers.providers.Web3Provider(walletProvider)`. */
export class Ethers5Adapter extends Adapter {
  constructor() {
    super({ namespace: 'eip155', adapterType: 'ethers5' })
  }
}
