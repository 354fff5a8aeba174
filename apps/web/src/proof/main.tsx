import '../strictPolicy.ts'
import '../styles/tokens.css'
import '../styles/page.css'
import '../styles/hero.css'
import '../styles/claims.css'
import '../styles/connect.css'
import '../styles/network.css'
import '../styles/picker.css'
import '../styles/faucet.css'
import '../styles/chains.css'
import '../styles/note.css'
import '../styles/proof.css'
import { createRoot } from 'react-dom/client'
import { restoreLanguage } from '../language/siteLanguage.ts'
import { loadConfig } from '../loadConfig.ts'
import { offerDevnetWallet } from '../offerDevnetWallet.ts'
import { ProofPage } from './ProofPage.tsx'

const place = document.getElementById('page')
if (!place) throw new Error('The document has no element for the page')

restoreLanguage()
const config = loadConfig()
createRoot(place).render(<ProofPage config={config} />)

// Compiled away in production, which has no test keys.
if (__LOCAL__) void config.then(offerDevnetWallet)
