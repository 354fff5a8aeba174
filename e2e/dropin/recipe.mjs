/**
 * A plugin for Vite and Rollup: the addresses that AppKit 1.7 and 1.8 have built in become yours. Copy it beside your vite.config.js.
 * `api` and `relay` are origins: no path, no slash at the end.
 */
export function ourServers({ api, relay, projectId }) {
  const places = {
    // The API: wallets, balances, activity, swaps, names, JSON-RPC; and what the modal reports.
    'https://rpc.walletconnect.org': api,
    'https://api.web3modal.org': api,
    'https://pulse.walletconnect.org': api,
    // Sessions with wallets on other devices.
    'wss://relay.walletconnect.org': relay,
    // Rejected by the relay: a token with a wrong clock or for another address, a request above its limit.
    'await UniversalProvider.init(universalProviderOptions)': `await UniversalProvider.init(universalProviderOptions).then(${failAtOnce})`,
    // Whether the site is registered with the vendor: an empty page, in which wallets read that it is not.
    'https://verify.walletconnect.org': 'data:text/html,',
    'https://verify.walletconnect.com': 'data:text/html,',
    // The vendor's typefaces: the visitor's own are used instead.
    'https://fonts.reown.com': 'data:,',
    'https://fonts.googleapis.com': 'data:text/css,',
    // Names in Send, with 1.7 and ethers: asked through your API like the rest.
    "new InfuraProvider('mainnet')": `new InfuraProvider('${api}/v1/?chainId=eip155%3A1&projectId=${projectId}')`,
    'InfuraProvider,': 'JsonRpcProvider as InfuraProvider,',
    // Logins that lead to the vendor, which 1.7 shows by default, and 1.8 while your API doesn't respond.
    'email: true,': 'email: false,',
    'socials: [': 'socials: false && [',
    // 1.7.19 to 1.8.0 load *Fund wallet* only with the vendor's seller: without it they show an empty dialog.
    "RouterController.push('FundWallet')":
      "import('../../views/w3m-fund-wallet-view/index.js').then(() => RouterController.push('FundWallet'))",
  }
  return {
    name: 'our-servers',
    transform(code, id) {
      if (!/\/node_modules\/@(?:reown|walletconnect)\//.test(id)) return null
      let replaced = code
      for (const [theirs, ours] of Object.entries(places)) replaced = replaced.replaceAll(theirs, ours)
      return replaced === code ? null : { code: replaced, map: null }
    },
  }
}

/** Runs in the page: the provider fails at once where the relay refuses it or could not take a request, instead of after a minute of silence. */
function failAtOnce(provider) {
  const { client } = provider
  const { relayer } = client.core
  const connect = provider.connect.bind(provider)
  provider.connect = (options) => {
    let hear
    const refusal = new Promise((_, refuse) => {
      hear = ({ error }) => error?.code === 3000 && refuse(new Error(error.message))
      relayer.on('relayer_message_ack', hear)
    })
    return Promise.race([connect(options), refusal]).finally(() => relayer.off('relayer_message_ack', hear))
  }
  const { request } = client
  // The relay takes messages of 128 KiB, as base64 of the encrypted request.
  client.request = (call) =>
    new TextEncoder().encode(JSON.stringify(call.request)).length > 98_000
      ? Promise.reject(new Error('The request is too large for the relay'))
      : request(call)
  return provider
}
