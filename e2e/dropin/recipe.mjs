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
    // Whether the site is registered with the vendor: an empty page, in which wallets read that it is not.
    'https://verify.walletconnect.org': 'data:text/html,',
    'https://verify.walletconnect.com': 'data:text/html,',
    // The vendor's typefaces: the visitor's own are used instead.
    'https://fonts.reown.com': 'data:,',
    'https://fonts.googleapis.com': 'data:text/css,',
    // Names in Send, with 1.7 and ethers: asked through your API like the rest.
    "new InfuraProvider('mainnet')": `new InfuraProvider('${api}/v1/?chainId=eip155%3A1&projectId=${projectId}')`,
    'InfuraProvider,': 'JsonRpcProvider as InfuraProvider,',
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
