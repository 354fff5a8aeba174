import '../strictPolicy.ts'
import './headless.css'
import { createRoot } from 'react-dom/client'
import { loadConfig } from '../loadConfig.ts'
import { offerDevnetWallet } from '../offerDevnetWallet.ts'
import { HeadlessPage } from './HeadlessPage.tsx'

const place = document.getElementById('page')
if (!place) throw new Error('The document has no element for the page')

const config = loadConfig(({ networks }) => networks.length > 0)
createRoot(place).render(<HeadlessPage config={config} />)

// Compiled away in production, which has no test keys.
if (__LOCAL__) void config.then(offerDevnetWallet)
