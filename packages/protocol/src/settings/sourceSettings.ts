import { defaulted, hasProtocol, oneOf, optional, type Settings, secret } from './setting.ts'

const isHttp = hasProtocol(/^https?:$/)
const urlForm = 'a URL that begins with https'
const keyForm = 'a key without spaces'
const nameForm = 'a name of letters, digits, dots, hyphens and underscores'

const url = (about: string) => optional(urlForm, about, isHttp)
const key = (about: string) => secret(optional(keyForm, about, /^[\x21-\x7e]{4,500}$/))
/** Other addresses than the service's own are for stand-ins and proxies. */
const otherUrl = (service: string) => url(`Another address of ${service}.`)

const iconHosts = 'comma-separated host names'

/** Hosted balances, prices and history. */
export const hostedSettings = {
  ZERION_API_KEY: key('Balances and history from Zerion.'),
  ZERION_URL: otherUrl('Zerion'),
  BLOCKSCOUT_URL: url('Balances from Blockscout.'),
  BLOCKSCOUT_API_KEY: key('Your key for Blockscout.'),
  COINGECKO_API_KEY: key('Prices from CoinGecko.'),
  COINGECKO_URL: otherUrl('CoinGecko'),
  HELIUS_API_KEY: key('Solana’s balances and history from Helius.'),
  HELIUS_URL: otherUrl('Helius'),
  DAS_URL: url('A service with Solana’s Digital Asset Standard, for balances.'),
  ORD_URL: url('An `ord` server: Bitcoin’s coins with inscriptions are not spent.'),
  SUBSCAN_API_KEY: key('Polkadot’s history from Subscan.'),
  SUBSCAN_URL: otherUrl('Subscan'),
  DEFILLAMA: oneOf(['on', 'off'], 'off', 'Prices from DefiLlama.'),
  DEFILLAMA_URL: otherUrl('DefiLlama'),
  ICON_HOSTS: defaulted(
    iconHosts,
    'assets.coingecko.com,coin-images.coingecko.com,cdn.zerion.io',
    'Hosts of token images.',
    /^[a-z0-9.-]*(?:,[a-z0-9.-]+)*$/,
  ),
} satisfies Settings

/** Limits of the operator's accounts. */
export const sourceLimitSettings = {
  SOURCE_LIMITS: optional(
    'limits like kyberswap=3/s,zerion=120/min with commas between them',
    'Limits of your accounts at hosted sources, by `s`, `min` or `h`; otherwise [learned](operators.md#one-visitor-and-the-others).',
    /^[a-z0-9]+=[1-9]\d{0,5}\/(?:s|min|h)(?:,[a-z0-9]+=[1-9]\d{0,5}\/(?:s|min|h))*$/,
  ),
} satisfies Settings

const accountName = (about: string) => optional(nameForm, about, /^[A-Za-z0-9._-]{1,60}$/)

/** Hosted quotes of swaps. */
export const quoteSettings = {
  ZEROX_API_KEY: key('Quotes from 0x.'),
  ZEROX_URL: otherUrl('0x'),
  ONEINCH_API_KEY: key('Quotes from 1inch.'),
  ONEINCH_URL: otherUrl('1inch'),
  LIFI_INTEGRATOR: accountName('Quotes from LI.FI, under this name.'),
  LIFI_API_KEY: key('Your key for LI.FI.'),
  LIFI_URL: otherUrl('LI.FI'),
  KYBERSWAP_CLIENT_ID: accountName('Quotes from KyberSwap, under this name.'),
  KYBERSWAP_URL: otherUrl('KyberSwap'),
} satisfies Settings

const countryList = 'two-letter codes of countries with commas between them'

/** Sellers of coins. */
export const onrampSettings = {
  ONRAMP_COUNTRIES: defaulted(
    countryList,
    '',
    'Countries where visitors may [buy](operators.md#buying); empty for all.',
    /^(?:[A-Z]{2}(?:,[A-Z]{2})*)?$/,
  ),
  ONRAMP_LOCAL_URL: url('The local network’s seller; `npm start` sets it.'),
  ONRAMP_LOCAL_SECRET: key('The local seller’s secret.'),
  COINBASE_ONRAMP_KEY_ID: optional(keyForm, 'Coinbase Onramp: the key’s id.', /^[\x21-\x7e]{4,500}$/),
  COINBASE_ONRAMP_KEY_FILE: optional('a path', 'Coinbase Onramp: a file with the key.'),
  COINBASE_ONRAMP_URL: otherUrl('Coinbase Onramp'),
  COINBASE_ONRAMP_PAGE_URL: otherUrl('Coinbase’s page'),
  MOONPAY_API_KEY: optional(keyForm, 'MoonPay: the publishable key.', /^[\x21-\x7e]{4,500}$/),
  MOONPAY_SECRET_KEY: key('MoonPay: the secret key.'),
  MOONPAY_WEBHOOK_KEY: key('MoonPay: the key of its webhooks.'),
  MOONPAY_URL: otherUrl('MoonPay'),
  MOONPAY_PAGE_URL: otherUrl('MoonPay’s page'),
  MELD_API_KEY: key('Meld: the key.'),
  MELD_WEBHOOK_SECRET: key('Meld: the secret of its webhooks.'),
  MELD_WEBHOOK_URL: url('Meld: the address that it calls, exactly as registered there.'),
  MELD_URL: otherUrl('Meld'),
  MELD_PAGE_URL: otherUrl('Meld’s page'),
} satisfies Settings
