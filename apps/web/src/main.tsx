import './strictPolicy.ts'
import './styles/tokens.css'
import './styles/page.css'
import './styles/hero.css'
import './styles/claims.css'
import './styles/connect.css'
import './styles/swaps.css'
import './styles/peers.css'
import { createRoot } from 'react-dom/client'
import { restoreLanguage } from './language/siteLanguage.ts'
import { loadConfig } from './loadConfig.ts'
import { offerDevnetWallet } from './offerDevnetWallet.ts'
import { Page } from './Page.tsx'

const place = document.getElementById('page')
if (!place) throw new Error('The document has no element for the page')

restoreLanguage()
const config = loadConfig()
createRoot(place).render(<Page config={config} />)

// Compiled away in production, which has no test keys.
if (__LOCAL__) void config.then(offerDevnetWallet)
