import '../strictPolicy.ts'
import '../styles/tokens.css'
import '../styles/page.css'
import '../styles/hero.css'
import '../styles/connect.css'
import '../styles/faucet.css'
import '../styles/picker.css'
import '../styles/playground.css'
import '../styles/settings.css'
import { createRoot } from 'react-dom/client'
import { loadConfig } from '../loadConfig.ts'
import { offerDevnetWallet } from '../offerDevnetWallet.ts'
import { PlaygroundPage } from './PlaygroundPage.tsx'

const place = document.getElementById('page')
if (!place) throw new Error('The document has no element for the page')

const config = loadConfig()
createRoot(place).render(<PlaygroundPage config={config} />)

// Compiled away in production, which has no test keys.
if (__LOCAL__) void config.then(offerDevnetWallet)
