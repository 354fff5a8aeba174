import '../strictPolicy.ts'
import '../styles/tokens.css'
import '../styles/page.css'
import '../styles/connect.css'
import '../styles/phone.css'
import { createRoot } from 'react-dom/client'
import { loadConfig } from '../loadConfig.ts'
import { PhonePage } from './PhonePage.tsx'

const place = document.getElementById('page')
if (!place) throw new Error('The document has no element for the page')

createRoot(place).render(<PhonePage config={loadConfig(({ networks }) => networks.length > 0)} />)
